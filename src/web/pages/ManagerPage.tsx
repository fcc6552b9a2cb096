import { useState, type ReactNode } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { chestTexts } from '#texts/vault/chests.ts'
import { favouriteTexts } from '#texts/vault/explorer.ts'
import { ChestChooser } from '#web/vault/chests/ChestChooser.tsx'
import { CreateChestDialog } from '#web/vault/chests/CreateChestDialog.tsx'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import { useChestStars } from './chests/useChestStars.tsx'
import styles from './Page.module.css'

/** /routes/manager: the choice of a chest as a page. */
export function ManagerPage(): ReactNode {
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const { star, ids, isPending } = useChestStars()
  const [first, setFirst] = useState<ReadonlySet<number> | null>(null)
  // The favourites when the page opened: a chest that is toggled keeps its position and the focus.
  if (first === null && !isPending) setFirst(ids)
  usePageTitle(chestTexts.managerTitle)
  const open = (chestId: number) =>
    void navigate({ to: '/routes/explorer', search: { chestId }, replace: true })
  return (
    <div className={`${styles.page} ${styles.narrow}`}>
      <h1 className={styles.title}>{chestTexts.managerTitle}</h1>
      <ChestChooser
        currentId={null}
        onChoose={open}
        onCreate={() => setCreating(true)}
        star={star}
        first={first === null ? 'pending' : { title: favouriteTexts.chests, ids: first }}
      />
      {isCreating && <CreateChestDialog onCreated={open} onClose={() => setCreating(false)} />}
    </div>
  )
}
