import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Archive, Landmark, Lock, Plus } from 'lucide-react'
import { fold } from '#domain/platform/folding.ts'
import { chestTexts } from '#texts/vault/chests.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { BankChip } from '#web/platform/shell/BankChip.tsx'
import { useMay, useSession } from '#web/platform/shell/session.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState, ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { IconTile } from '#web/platform/ui/IconTile.tsx'
import { SearchField } from '#web/platform/ui/SearchField.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { useGrowing } from '#web/platform/ui/useGrowing.ts'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './ChestChooser.module.css'
import { useUserChests, type UserChest } from './queries.ts'

export type ChestChooserProps = {
  /** Listed but disabled. */
  currentId: number | null
  onChoose: (chestId: number) => void
  /** Opens the form of a new chest. Offered only to callers who may create chests. */
  onCreate?: (() => void) | undefined
  autoFocus?: boolean
  /** Renders the favourite toggle of a chest. */
  star?: ((chest: UserChest) => ReactNode) | undefined
  /** Chests listed first, each in the first group that has it. The list waits while this is pending. */
  first?: readonly FirstChests[] | 'pending' | undefined
  /** The level of the titles of groups: below that of the page or of the dialog. */
  titleLevel?: 2 | 3
}

export type FirstChests = {
  title: string
  ids: readonly number[]
  /** In the order of the ids, and only where the list is long: else it is in sight as a whole. */
  areRecent?: boolean
}

/** The least number of chests where the recent ones stand first. */
const longFrom = 10

/** The caller's chests, with a text filter. At first they are those of the current bank, if there is one. */
export function ChestChooser(props: ChestChooserProps): ReactNode {
  const { onCreate, autoFocus } = props
  const { data, isError, error, refetch } = useUserChests()
  const [term, setTerm] = useState('')
  const { currentBank } = useSession()
  const [isNarrowed, setNarrowed] = useState(true)
  const chooser = useRef<HTMLDivElement>(null)
  const mayCreate = useMay('createChests')
  const create = mayCreate && onCreate !== undefined && (
    <Button look="primary" icon={<Plus />} onPress={onCreate}>
      {chestTexts.create}
    </Button>
  )

  if (isError && data === undefined) {
    return (
      <ErrorBlock title={chestTexts.loadFailed} onRetry={() => void refetch()}>
        {sentenceOf(error)}
      </ErrorBlock>
    )
  }
  if (data === undefined || props.first === 'pending') return <Skeleton lines={6} />
  if (data.length === 0) {
    return (
      <EmptyState title={chestTexts.none} icon={<Archive />} actions={create}>
        {mayCreate ? chestTexts.noneDetail : chestTexts.noneDetailIntervenant}
      </EmptyState>
    )
  }
  const bankId = isNarrowed ? currentBank?.id : undefined
  const found = data.filter(
    ({ name, banks }) =>
      (bankId === undefined || banks.some(({ id }) => id === bankId)) &&
      fold(name).includes(fold(term.trim())),
  )
  const { groups, others } = grouped(
    found,
    (props.first ?? []).filter(({ areRecent }) => areRecent !== true || data.length >= longFrom),
  )
  const Title = `h${props.titleLevel ?? 2}` as const
  return (
    <div className={styles.chooser} ref={chooser} onKeyDown={moveByArrows}>
      <div className={styles.tools}>
        <div className={styles.search}>
          <SearchField
            label={chestTexts.search}
            value={term}
            onChange={setTerm}
            autoFocus={autoFocus}
            onGoOn={() => chestsIn(chooser.current)[0]?.focus()}
          />
        </div>
        {create}
      </div>
      {currentBank !== null && (
        <div>
          <BankChip bank={currentBank} isOn={isNarrowed} onChange={setNarrowed} />
        </div>
      )}
      {found.length === 0 ? (
        <EmptyState
          title={term.trim() === '' ? chestTexts.none : chestTexts.noResult}
          actions={
            bankId === undefined ? undefined : (
              <Button onPress={() => setNarrowed(false)}>{chestTexts.everyBank}</Button>
            )
          }
        />
      ) : (
        <>
          {groups.map(({ title, chests }) => (
            <section key={title}>
              <Title className={styles.title}>{title}</Title>
              <Chests {...props} label={title} chests={chests} />
            </section>
          ))}
          {others.length > 0 && (
            <section>
              {groups.length > 0 && <Title className={styles.title}>{chestTexts.others}</Title>}
              <Chests {...props} label={chestTexts.list} chests={others} />
            </section>
          )}
        </>
      )}
    </div>
  )
}

/** Returns the buttons of the chests that can be chosen. */
const chestsIn = (chooser: HTMLElement | null): HTMLButtonElement[] => [
  ...(chooser?.querySelectorAll<HTMLButtonElement>('[data-chest]:enabled') ?? []),
]

/** Moves the focus to the next chest or to the one before, over the ends of groups; from the first one to the search. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const row = (event.target as HTMLElement).closest('li')
  if (step === 0 || row === null || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return
  const chests = chestsIn(event.currentTarget)
  const at = chests.findIndex((chest) => row.contains(chest))
  const next = at + step < 0 ? event.currentTarget.querySelector('input') : chests[at + step]
  // The page would scroll.
  event.preventDefault()
  next?.focus()
}

/** Returns the chests of each group that has any, and those of none. */
function grouped(chests: readonly UserChest[], first: readonly FirstChests[]) {
  let others = chests
  const groups = first.map(({ title, ids, areRecent = false }) => {
    const own = others.filter(({ id }) => ids.includes(id))
    others = others.filter(({ id }) => !ids.includes(id))
    return {
      title,
      chests: areRecent ? own.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)) : own,
    }
  })
  return { groups: groups.filter((group) => group.chests.length > 0), others }
}

type ChestsProps = Pick<ChestChooserProps, 'currentId' | 'onChoose' | 'star'> & {
  label: string
  chests: readonly UserChest[]
}

function Chests({ currentId, onChoose, star, label, chests }: ChestsProps): ReactNode {
  const { shown, markAt, mark } = useGrowing()
  return (
    <ul className={styles.list} aria-label={label}>
      {chests.slice(0, shown).map((chest, index) => {
        const isCurrent = chest.id === currentId
        return (
          <li
            key={chest.id}
            ref={index === markAt ? mark : null}
            className={styles.row}
            data-current={isCurrent || undefined}
            aria-setsize={chests.length}
            aria-posinset={index + 1}
          >
            <button
              type="button"
              data-chest=""
              className={styles.chest}
              disabled={isCurrent}
              aria-current={isCurrent || undefined}
              onClick={() => onChoose(chest.id)}
            >
              <IconTile>
                <Archive />
              </IconTile>
              <span className={styles.words}>
                <span className={styles.name}>{chest.name}</span>
                <Detail chest={chest} isCurrent={isCurrent} />
              </span>
              {chest.guardian && (
                <span className={styles.lock} title={chestTexts.protectedMark}>
                  <Lock role="img" aria-label={chestTexts.protectedMark} />
                </span>
              )}
            </button>
            {star?.(chest)}
          </li>
        )
      })}
    </ul>
  )
}

/** Below the name of a chest: its banks, then its description. */
function Detail({ chest, isCurrent }: { chest: UserChest; isCurrent: boolean }): ReactNode {
  const { banks } = chest
  const text = isCurrent ? chestTexts.current : chest.description
  if (banks.length === 0 && text === '') return null
  return (
    <span className={styles.detail}>
      {banks.length > 0 && (
        <>
          <Landmark aria-hidden="true" />
          <VisuallyHidden>{chestTexts.banks(banks.length)}</VisuallyHidden>
          {banks.map(({ label }) => label).join(', ')}
          {text !== '' && ' · '}
        </>
      )}
      {text}
    </span>
  )
}
