import type { ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { chests } from '#contract/vault/chests.ts'
import { chestTexts } from '#texts/vault/chests.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { DeleteDialog } from '#web/platform/back-office/DeleteDialog.tsx'
import type { Chest } from './ChestTable.tsx'
import styles from './Dialogs.module.css'

const texts = chestTexts.office

/** The confirmation before a chest is deleted: who loses access, and until when it can be restored. */
export function RemoveChestDialog(props: {
  chest: Chest
  onRemoved: () => void
  onClose: () => void
}): ReactNode {
  const { chest } = props
  const cache = useQueryClient()
  return (
    <DeleteDialog
      title={texts.removeTitle}
      done={texts.removed}
      failed={texts.removeFailed}
      onConfirm={async () => {
        await call(chests.remove, { params: { id: chest.id } })
        props.onRemoved()
        await cache.invalidateQueries({ queryKey: cacheKeys.chests })
      }}
      onClose={props.onClose}
    >
      <p className={styles.part}>{texts.removeDetail(chest.name)}</p>
      {chest.users.length + chest.teams.length > 0 && (
        <p className={styles.part}>{texts.removeReach(chest.users.length, chest.teams.length)}</p>
      )}
      <p className={styles.part}>{texts.removeWayBack}</p>
    </DeleteDialog>
  )
}
