import { useState, type ReactNode } from 'react'
import { trashTexts } from '#texts/vault/trash.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { totalOf, type TrashEntry, type TrashSummary } from './queries.ts'
import styles from './Trash.module.css'

/** The action to confirm: restore or destroy entries, or empty the trash. */
export type Asked =
  | { update: 'restore' | 'delete'; entries: readonly TrashEntry[] }
  | { update: 'empty'; summary: TrashSummary }

type Words = { title: string; label: string; details: readonly string[]; done: string; failed: string }

function wordsOf(asked: Asked): Words {
  if (asked.update === 'empty') {
    return {
      title: trashTexts.emptyTitle,
      label: trashTexts.emptyTrash,
      details: [trashTexts.removeSeveral(asked.summary), trashTexts.emptyAll, trashTexts.forGood],
      done: trashTexts.emptied,
      failed: trashTexts.removeFailed,
    }
  }
  const { entries } = asked
  const [one] = entries
  const isOne = entries.length === 1 && one !== undefined
  return asked.update === 'restore'
    ? {
        title: trashTexts.restoreTitle(entries.length),
        label: trashTexts.restore,
        details: [
          isOne ? trashTexts.restoreOne(one.name, one.holds) : trashTexts.restoreSeveral(totalOf(entries)),
          trashTexts.restorePlace,
        ],
        done: trashTexts.restored(entries.length),
        failed: trashTexts.restoreFailed,
      }
    : {
        title: trashTexts.removeTitle(entries.length),
        label: trashTexts.remove,
        details: [
          isOne ? trashTexts.removeOne(one.name, one.holds) : trashTexts.removeSeveral(totalOf(entries)),
          trashTexts.forGood,
        ],
        done: trashTexts.removed(entries.length),
        failed: trashTexts.removeFailed,
      }
}

export type TrashDialogProps = {
  asked: Asked
  /** Makes the call. The dialog shows the refusal that it throws. */
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** The confirmation before entries are restored or destroyed, with the number of contained elements. */
export function TrashDialog({ asked, onConfirm, onClose }: TrashDialogProps): ReactNode {
  const toasts = useToasts()
  const [isPending, setPending] = useState(false)
  const [reason, setReason] = useState<string | null>(null)
  const words = wordsOf(asked)
  const isDanger = asked.update !== 'restore'
  const confirm = async () => {
    setPending(true)
    setReason(null)
    try {
      await onConfirm()
      toasts.success(words.done)
      onClose()
    } catch (error) {
      toasts.error(words.failed)
      setReason(sentenceOf(error))
      setPending(false)
    }
  }
  return (
    <Dialog
      title={words.title}
      isOpen
      onClose={onClose}
      size="small"
      role="alertdialog"
      isBusy={isPending}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isPending} autoFocus={isDanger}>
            {uiTexts.cancel}
          </Button>
          <Button
            look={isDanger ? 'danger' : 'primary'}
            onPress={() => void confirm()}
            isPending={isPending}
            autoFocus={!isDanger}
          >
            {words.label}
          </Button>
        </>
      }
    >
      <div className={styles.detail}>
        {words.details.map((detail) => (
          <p key={detail}>{detail}</p>
        ))}
        {reason !== null && (
          <Banner tone="danger" isLive>
            {reason}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
