import { useState, type ReactNode } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { directoryPeople } from '#contract/office/directory-people.ts'
import { peopleSearchLimits } from '#domain/identity/people-search-limits.ts'
import { debounces, fieldLimits } from '#domain/platform/limits.ts'
import { directoryPeopleTexts as texts } from '#texts/office/directory-people.ts'
import { call } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { SearchedChoice, useFound } from '#web/platform/back-office/SearchedChoice.tsx'
import { Loaded } from '#web/platform/shell/Loaded.tsx'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { SearchField } from '#web/platform/ui/SearchField.tsx'
import { Select, type Choice } from '#web/platform/ui/Select.tsx'
import styles from './DirectoryPeople.module.css'
import { calledName, isOffered, mostChosen, type Found, type Offered } from './offered.ts'

type Way = keyof typeof texts.ways
const ways = (Object.keys(texts.ways) as Way[]).map((id) => ({ id, label: texts.ways[id] }))

/** Searches people of the directory by name, group or organisational unit; several searches add to the choice. */
export function SearchDirectoryDialog(props: {
  chosen: ReadonlyMap<string, Offered>
  onChange: (chosen: ReadonlyMap<string, Offered>) => void
  onGoOn: () => void
  onClose: () => void
}): ReactNode {
  const { chosen, onChange } = props
  const [way, setWay] = useState<Way>('name')
  const [text, setText] = useState('')
  const [place, setPlace] = useState<Choice<string> | null>(null)
  const [refusals, setRefusals] = useState(0)
  const search = text.trim()
  const asked = wantedOf(way, search, place)
  const query = useQuery({
    queryKey: ['directory-people', asked],
    queryFn: ({ signal }) => call(directoryPeople.people, { body: asked ?? {}, signal }),
    enabled: asked !== null,
    // The former people stay until the next arrive.
    placeholderData: keepPreviousData,
    // An account may have been created since, here or elsewhere.
    staleTime: 0,
    gcTime: 0,
  })
  const toggle = (people: readonly Offered[], areChosen: boolean) => {
    const next = new Map(chosen)
    for (const person of people) {
      if (areChosen) next.set(person.key, person)
      else next.delete(person.key)
    }
    onChange(next)
  }
  const isTooMany = chosen.size > mostChosen
  return (
    <FormDialog
      title={texts.title}
      size="large"
      submitLabel={texts.goOn(chosen.size)}
      isDirty={chosen.size > 0}
      isReady={chosen.size > 0 && !isTooMany}
      refusals={refusals}
      onSubmit={() => (chosen.size > 0 && !isTooMany ? props.onGoOn() : setRefusals(refusals + 1))}
      onClose={props.onClose}
    >
      <p>{texts.detail}</p>
      <div className={styles.search}>
        <Select
          label={texts.by}
          choices={ways}
          value={way}
          onChange={(next) => {
            setWay(next)
            setPlace(null)
            setText('')
          }}
        />
        {way !== 'name' && <PlaceChoice key={way} way={way} place={place} onChange={setPlace} />}
        <div className={way === 'name' ? styles.words : styles.within}>
          <span aria-hidden="true" className={styles.label}>
            {texts.name}
          </span>
          <SearchField
            label={texts.name}
            placeholder={texts.nameDetail}
            value={text}
            onChange={setText}
            delay={debounces.listFilter}
            maxLength={fieldLimits.search}
            isBusy={query.isFetching}
            autoFocus
          />
        </div>
      </div>
      <div role="status" className={styles.count}>
        <span>{texts.chosen(chosen.size)}</span>
        {isTooMany && <Banner tone="attention">{texts.tooMany(mostChosen)}</Banner>}
      </div>
      {asked !== null && (
        <Loaded query={query} failed={texts.loadFailed} lines={4}>
          {({ people, isCut }) => <People people={people} isCut={isCut} chosen={chosen} onToggle={toggle} />}
        </Loaded>
      )}
    </FormDialog>
  )
}

function wantedOf(way: Way, search: string, place: Choice<string> | null) {
  const words = search.length < peopleSearchLimits.shortest ? null : { search }
  if (way === 'name') return words
  return place === null ? null : { by: way, key: place.id, ...words }
}

function PlaceChoice(props: {
  way: Exclude<Way, 'name'>
  place: Choice<string> | null
  onChange: (place: Choice<string> | null) => void
}): ReactNode {
  const { way } = props
  const places = useFound(`directory-${way}`, (search, signal) =>
    call(directoryPeople.places, { body: { by: way, search }, signal }),
  )
  const found = places.data ?? []
  // Units of the same name are told apart by their place.
  const isTwin = (name: string) => found.filter((other) => other.name === name).length > 1
  return (
    <SearchedChoice
      label={texts[way]}
      placeholder={texts.placeSearch}
      empty={places.error === null ? texts.placeNone : sentenceOf(places.error)}
      field={{
        value: props.place,
        onChange: props.onChange,
        onBlur: ignore,
        error: null,
        isValid: undefined,
      }}
      choices={found.map(({ key, name, dn }) => ({
        id: key,
        label: isTwin(name) ? `${name} (${dn})` : name,
      }))}
      onSearch={places.onSearch}
    />
  )
}
const ignore = (): void => undefined

function People(props: {
  people: readonly Found[]
  isCut: boolean
  chosen: ReadonlyMap<string, Offered>
  onToggle: (people: readonly Offered[], areChosen: boolean) => void
}): ReactNode {
  const { people, chosen, onToggle } = props
  if (people.length === 0) return <p className={styles.quiet}>{texts.none}</p>
  const offered = people.filter(isOffered)
  const ticked = offered.filter(({ key }) => chosen.has(key)).length
  return (
    <>
      {props.isCut && <Banner>{texts.first(peopleSearchLimits.people)}</Banner>}
      {offered.length > 1 && (
        <Checkbox
          label={texts.all}
          isSelected={ticked === offered.length}
          isIndeterminate={ticked > 0 && ticked < offered.length}
          onChange={(areChosen) => onToggle(offered, areChosen)}
        />
      )}
      <ul className={styles.list} aria-label={texts.list}>
        {people.map((person) => (
          <li key={person.key} className={styles.line}>
            <Checkbox
              label={
                <span className={styles.person}>
                  <span>{calledName(person)}</span>
                  <span className={styles.quiet}>{detailOf(person)}</span>
                </span>
              }
              isSelected={chosen.has(person.key)}
              isDisabled={!isOffered(person)}
              onChange={(areChosen) => isOffered(person) && onToggle([person], areChosen)}
            />
            <Marks person={person} />
          </li>
        ))}
      </ul>
    </>
  )
}

const detailOf = ({ name, email }: Found): string => [name, email].filter(Boolean).join(' · ')

function Marks({ person }: { person: Found }): ReactNode {
  if (person.hasAccount) return <Badge>{texts.hasAccount}</Badge>
  if (person.isDisabled) return <Badge tone="attention">{texts.disabled}</Badge>
  return person.name === null && <Badge tone="attention">{texts.nameless}</Badge>
}
