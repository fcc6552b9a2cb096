import type { ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { chests } from '#contract/vault/chests.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { chestTexts } from '#texts/vault/chests.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { DeleteDialog } from '#web/platform/back-office/DeleteDialog.tsx'
import { useMay } from '#web/platform/shell/session.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import type { Chest } from './ChestTable.tsx'
import styles from './Dialogs.module.css'

const texts = chestTexts.office

/**
 * The confirmation before a chest is deleted, by its name: what goes with it, who loses access, and until when it
 * can be restored. Who may restore chests can undo the deletion from its toast.
 */
export function RemoveChestDialog(props: {
  chest: Chest
  onRemoved: () => void
  onRestored: (chestId: number) => void
  onClose: () => void
}): ReactNode {
  const { chest } = props
  const cache = useQueryClient()
  const toasts = useToasts()
  const mayRestore = useMay('manageEverything')
  const params = { id: chest.id }
  const { data, isError } = useQuery({
    ...replyQuery(['chest-holds', chest.id], chests.holds, { params }),
    gcTime: 0,
  })
  const refreshChests = () => cache.invalidateQueries({ queryKey: cacheKeys.chests })
  const restore = async () => {
    try {
      await call(chests.restore, { params })
      toasts.success(chestTexts.deletedList.restored)
      props.onRestored(chest.id)
      await refreshChests()
    } catch {
      toasts.error(chestTexts.deletedList.restoreFailed)
    }
  }
  return (
    <DeleteDialog
      title={texts.removeTitle}
      done={texts.removed}
      failed={texts.removeFailed}
      typing={{ label: uiTexts.typeToConfirm(texts.nameToType), expected: chest.name }}
      undo={mayRestore ? () => void restore() : undefined}
      onConfirm={async () => {
        await call(chests.remove, { params })
        props.onRemoved()
        await refreshChests()
      }}
      onClose={props.onClose}
    >
      <p className={styles.part}>{texts.removeDetail(chest.name)}</p>
      <p className={styles.part}>
        {data === undefined
          ? isError
            ? texts.removeUncounted
            : '…'
          : data === null
            ? texts.removeGuarded
            : texts.removeHolds(data)}
      </p>
      {chest.users.length + chest.teams.length > 0 && (
        <p className={styles.part}>{texts.removeReach(chest.users.length, chest.teams.length)}</p>
      )}
      <p className={styles.part}>{texts.removeWayBack}</p>
    </DeleteDialog>
  )
}
