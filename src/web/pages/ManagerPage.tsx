import { useState, type ReactNode } from 'react'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { chestTexts } from '#texts/vault/chests.ts'
import { useFirstStart } from '#web/office/first-start/queries.ts'
import { ChestChooser } from '#web/vault/chests/ChestChooser.tsx'
import { CreateChestDialog } from '#web/vault/chests/CreateChestDialog.tsx'
import { useUserChests, type UserChest } from '#web/vault/chests/queries.ts'
import { useUnlocked } from '#web/vault/master-key/queries.ts'
import { useMay, useSession } from '#web/platform/shell/session.ts'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { useChestStars } from './chests/useChestStars.tsx'
import styles from './Page.module.css'

/** /routes/manager: the choice of a chest as a page. */
export function ManagerPage(): ReactNode {
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const chooser = useChestStars(null)
  usePageTitle(chestTexts.managerTitle)
  const open = (chestId: number) =>
    void navigate({ to: '/routes/explorer', search: { chestId }, replace: true })
  const locked = useLockedLastChest()
  if (useHasGuide()) return <Navigate to="/routes/first-start" replace />
  return (
    <div className={`${styles.page} ${styles.narrow}`}>
      <h1 className={styles.title}>{chestTexts.managerTitle}</h1>
      {locked !== null && (
        <div className={styles.notice}>
          <Banner actions={<Button onPress={() => open(locked.id)}>{chestTexts.openLast}</Button>}>
            {chestTexts.lastLocked(locked.name)}
          </Banner>
        </div>
      )}
      <ChestChooser currentId={null} onChoose={open} onCreate={() => setCreating(true)} {...chooser} />
      {isCreating && <CreateChestDialog onCreated={open} onClose={() => setCreating(false)} />}
    </div>
  )
}

/** Returns whether the caller has no chest yet and the guide of the first start is open to them. */
function useHasGuide(): boolean {
  const isChief = useMay('manageEverything')
  const { data: chests } = useUserChests()
  const { data } = useFirstStart(isChief && chests?.length === 0)
  return chests?.length === 0 && data?.isOpen === true
}

/** Returns the last opened chest if it is locked: the explorer leads here instead of asking for its master key. */
function useLockedLastChest(): UserChest | null {
  const { user } = useSession()
  const { data = [] } = useUserChests()
  const unlocked = useUnlocked()
  const last = data.find(({ id }) => id === user.lastChestId)
  return last?.guardian === true && unlocked?.id !== last.id ? last : null
}
