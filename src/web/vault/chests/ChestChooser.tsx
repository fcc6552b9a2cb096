import { useState, type ReactNode } from 'react'
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
  /** Chests listed first, under their own title. The list waits while this is pending. */
  first?: { title: string; ids: ReadonlySet<number> } | 'pending' | undefined
}

const none: ReadonlySet<number> = new Set()

/** The caller's chests, with a text filter. At first they are those of the current bank, if there is one. */
export function ChestChooser(props: ChestChooserProps): ReactNode {
  const { onCreate, autoFocus } = props
  const { data, isError, error, refetch } = useUserChests()
  const [term, setTerm] = useState('')
  const { currentBank } = useSession()
  const [isNarrowed, setNarrowed] = useState(true)
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
  const { title = '', ids = none } = props.first ?? {}
  const first = found.filter(({ id }) => ids.has(id))
  const others = found.filter(({ id }) => !ids.has(id))
  return (
    <div className={styles.chooser}>
      <div className={styles.tools}>
        <div className={styles.search}>
          <SearchField label={chestTexts.search} value={term} onChange={setTerm} autoFocus={autoFocus} />
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
          {first.length > 0 && (
            <section>
              <h2 className={styles.title}>{title}</h2>
              <Chests {...props} label={title} chests={first} />
            </section>
          )}
          {others.length > 0 && (
            <section>
              {first.length > 0 && <h2 className={styles.title}>{chestTexts.others}</h2>}
              <Chests {...props} label={chestTexts.list} chests={others} />
            </section>
          )}
        </>
      )}
    </div>
  )
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
