import type { ReactNode } from 'react'
import { trash } from '#contract/vault/trash.ts'
import { trashTexts } from '#texts/vault/trash.ts'
import { call } from '#web/platform/api/client.ts'
import { DeleteDialog } from '#web/platform/back-office/DeleteDialog.tsx'
import { totalOf, type TrashEntry, type TrashSummary } from './queries.ts'

/** The action to confirm: restore or destroy entries, or empty the trash. */
export type Asked =
  | { update: 'restore' | 'delete'; entries: readonly TrashEntry[] }
  | { update: 'empty'; summary: TrashSummary }

function wordsOf(asked: Asked) {
  if (asked.update === 'empty') {
    return {
      title: trashTexts.emptyTitle,
      confirmLabel: trashTexts.emptyTrash,
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
        confirmLabel: trashTexts.restore,
        details: [
          isOne ? trashTexts.restoreOne(one.name, one.holds) : trashTexts.restoreSeveral(totalOf(entries)),
          trashTexts.restorePlace,
        ],
        done: trashTexts.restored(entries.length),
        failed: trashTexts.restoreFailed,
      }
    : {
        title: trashTexts.removeTitle(entries.length),
        confirmLabel: trashTexts.remove,
        details: [
          isOne ? trashTexts.removeOne(one.name, one.holds) : trashTexts.removeSeveral(totalOf(entries)),
          trashTexts.forGood,
        ],
        done: trashTexts.removed(entries.length),
        failed: trashTexts.removeFailed,
      }
}

async function send(chestId: number, asked: Asked): Promise<unknown> {
  if (asked.update === 'empty') {
    const { lastId } = asked.summary
    return lastId === null ? null : call(trash.empty, { body: { chestId, lastId } })
  }
  const { update } = asked
  const ids = asked.entries.map(({ id }) => id)
  const [id] = ids
  return ids.length === 1 && id !== undefined
    ? call(trash.restore, { params: { id }, body: { update } })
    : call(trash.restoreSeveral, { body: { chestId, ids, update } })
}

/** The confirmation before entries are restored or destroyed, with the number of contained elements. */
export function TrashDialog(props: {
  chestId: number
  asked: Asked
  /** Called after a failure as well: a part may have changed. */
  onSent: () => Promise<void>
  onClose: () => void
}): ReactNode {
  const { details, ...words } = wordsOf(props.asked)
  return (
    <DeleteDialog
      {...words}
      look={props.asked.update === 'restore' ? 'primary' : 'danger'}
      onConfirm={async () => void (await send(props.chestId, props.asked).finally(props.onSent))}
      onClose={props.onClose}
    >
      {details.map((detail) => (
        <p key={detail}>{detail}</p>
      ))}
    </DeleteDialog>
  )
}
