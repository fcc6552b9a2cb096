import { useRef, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Landmark, Layers } from 'lucide-react'
import { banks } from '#contract/office/banks.ts'
import { fold } from '#domain/platform/folding.ts'
import { screenLimits } from '#domain/platform/limits.ts'
import { officeTexts } from '#texts/platform/lists.ts'
import { bankTexts } from '#texts/office/banks.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { Loaded } from '#web/platform/shell/Loaded.tsx'
import { useMay, useSession } from '#web/platform/shell/session.ts'
import { Cut } from '#web/platform/back-office/Cells.tsx'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { ScrollToTop } from '#web/platform/ui/ScrollToTop.tsx'
import { SearchField } from '#web/platform/ui/SearchField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import styles from './ChangeBankDialog.module.css'
import { useChangeBank } from './useChangeBank.ts'

const texts = bankTexts.change
/** Means all banks in the API. */
const allBanks = 0

/** The dialog that changes the current bank. */
export function ChangeBankDialog({ onClose }: { onClose: () => void }): ReactNode {
  const toasts = useToasts()
  const changeBank = useChangeBank()
  const [isPending, setPending] = useState(false)
  const query = useQuery(replyQuery(['banks-of-caller'], banks.list, {}))
  const choose = async (bankId: number) => {
    setPending(true)
    try {
      await changeBank(bankId)
      onClose()
    } catch {
      setPending(false)
      toasts.error(texts.failed)
    }
  }
  return (
    <Dialog title={texts.title} isOpen size="small" onClose={onClose} isBusy={isPending}>
      <Loaded query={query} failed={bankTexts.loadFailed} lines={6}>
        {(listed) => <Choice banks={listed} isPending={isPending} onChoose={(id) => void choose(id)} />}
      </Loaded>
    </Dialog>
  )
}

type ListedBank = { id: number; label: string; active: boolean }

function Choice(props: {
  banks: readonly ListedBank[]
  isPending: boolean
  onChoose: (id: number) => void
}): ReactNode {
  const { currentBank } = useSession()
  const seesAll = useMay('seeAllBanks')
  const [search, setSearch] = useState('')
  const scroller = useRef<HTMLDivElement>(null)
  if (props.banks.length === 0) return <EmptyState title={texts.none} icon={<Landmark />} />
  const term = fold(search.trim())
  const found = props.banks.filter(({ label }) => fold(label).includes(term))
  const all = { id: allBanks, label: texts.all, active: true }
  const rows = seesAll && term === '' ? [all, ...found] : found
  const currentId = currentBank?.id ?? (seesAll ? allBanks : null)
  return (
    <div className={styles.choice}>
      {props.banks.length >= screenLimits.bankSearchFrom && (
        <SearchField
          label={texts.search}
          placeholder={texts.search}
          value={search}
          onChange={setSearch}
          autoFocus
        />
      )}
      {rows.length === 0 ? (
        <EmptyState title={officeTexts.noResult} />
      ) : (
        <div className={styles.frame}>
          <div ref={scroller} className={styles.scroller}>
            <ul aria-label={texts.list}>
              {rows.map(({ id, label, active }) => {
                const isCurrent = id === currentId
                return (
                  <li key={id}>
                    <button
                      type="button"
                      className={styles.bank}
                      disabled={isCurrent || !active || props.isPending}
                      aria-current={isCurrent || undefined}
                      onClick={() => props.onChoose(id)}
                    >
                      {id === allBanks ? <Layers aria-hidden="true" /> : <Landmark aria-hidden="true" />}
                      <span className={styles.label}>
                        <Cut text={label} />
                      </span>
                      {isCurrent && <Badge tone="info">{texts.current}</Badge>}
                      {!active && <Badge tone="attention">{bankTexts.inactive}</Badge>}
                    </button>
                  </li>
                )
              })}
            </ul>
          </div>
          <ScrollToTop target={scroller} />
        </div>
      )}
    </div>
  )
}
