import type { ReactNode } from 'react'
import { X } from 'lucide-react'
import { journalGroups } from '#domain/platform/journal-kinds.ts'
import { debounces, fieldLimits } from '#domain/platform/limits.ts'
import { journalGroupTexts, journalTexts } from '#texts/office/journal.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { SearchField } from '#web/platform/ui/SearchField.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import styles from './Journal.module.css'
import { known, typedFilter, type JournalPlace } from './place.ts'

const texts = journalTexts.filters
/** The choice that does not filter. */
const all = 'all'

export type JournalFiltersProps = {
  place: JournalPlace
  /** The names of the person and of the chest of the place. */
  personName: string
  chestName: string
  isOfChest: boolean
  isBusy: boolean
  onChange: (place: JournalPlace) => void
}

/** The filters of the journal, kept in its address. */
export function JournalFilters(props: JournalFiltersProps): ReactNode {
  const { place, isOfChest } = props
  const change = (next: { [Name in keyof JournalPlace]?: JournalPlace[Name] | undefined }) =>
    props.onChange(known({ ...place, entry: undefined, ...next }))
  const { chestId, entry: _entry, ...others } = place
  const isSome = Object.keys(others).length > 0 || (!isOfChest && chestId !== undefined)
  const chips: readonly { name: 'person' | 'chestId' | 'itemId'; label: string }[] = [
    ...(place.person === undefined
      ? []
      : [{ name: 'person' as const, label: texts.person(props.personName) }]),
    ...(chestId === undefined || isOfChest
      ? []
      : [{ name: 'chestId' as const, label: texts.chest(props.chestName) }]),
    ...(place.itemId === undefined ? [] : [{ name: 'itemId' as const, label: texts.item }]),
  ]
  return (
    <div className={styles.filters} role="group" aria-label={texts.label}>
      <div className={styles.search}>
        <SearchField
          label={texts.text}
          placeholder={texts.text}
          value={place.ip ?? place.text ?? ''}
          onChange={(typed) => change(typedFilter(typed))}
          delay={debounces.listFilter}
          isBusy={props.isBusy && place.text !== undefined}
          maxLength={fieldLimits.search}
        />
      </div>
      <div className={styles.filter} data-set={place.group !== undefined || undefined}>
        <Select
          label={texts.group}
          isLabelHidden
          size="small"
          value={place.group ?? all}
          choices={[
            { id: all, label: texts.everyGroup },
            ...journalGroups.map((id) => ({ id, label: journalGroupTexts[id] })),
          ]}
          onChange={(value) => change({ group: journalGroups.find((group) => group === value) })}
        />
      </div>
      <div className={styles.filter} data-set={place.outcome !== undefined || undefined}>
        <Select<string>
          label={texts.outcome}
          isLabelHidden
          size="small"
          value={place.outcome ?? all}
          choices={[
            { id: all, label: texts.everyOutcome },
            { id: 'done', label: texts.done },
            { id: 'refused', label: texts.refused },
          ]}
          onChange={(value) =>
            change({ outcome: value === 'done' || value === 'refused' ? value : undefined })
          }
        />
      </div>
      <Day label={texts.from} value={place.from} onChange={(from) => change({ from })} />
      <Day label={texts.to} value={place.to} onChange={(to) => change({ to })} />
      {chips.map(({ name, label }) => (
        <Button
          key={name}
          look="plain"
          size="small"
          icon={<X />}
          aria-label={texts.remove(label)}
          onPress={() => change({ [name]: undefined })}
        >
          {label}
        </Button>
      ))}
      {isSome && (
        <Button
          look="plain"
          size="small"
          icon={<X />}
          onPress={() => props.onChange(known({ chestId: isOfChest ? chestId : undefined }))}
        >
          {texts.clear}
        </Button>
      )}
    </div>
  )
}

/** A day; while one is being typed the field has no value, and the filter stays as it is. */
function Day(props: {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}): ReactNode {
  return (
    <div className={styles.day} data-set={props.value !== undefined || undefined}>
      <span aria-hidden="true">{props.label}</span>
      <TextField
        label={props.label}
        isLabelHidden
        type="date"
        value={props.value ?? ''}
        onChange={(day) => props.onChange(day === '' ? undefined : day)}
      />
    </div>
  )
}
