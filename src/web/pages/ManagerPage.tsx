import { useState, type ReactNode } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { chestTexts } from '#texts/chests.ts'
import { ChestChooser } from '#web/chests/ChestChooser.tsx'
import { CreateChestDialog } from '#web/chests/CreateChestDialog.tsx'
import { usePageTitle } from '#web/shell/usePageTitle.ts'
import styles from './Page.module.css'

/** /routes/manager: the choice of a chest as a page. */
export function ManagerPage(): ReactNode {
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  usePageTitle(chestTexts.managerTitle)
  const open = (chestId: number) =>
    void navigate({ to: '/routes/explorer', search: { chestId }, replace: true })
  return (
    <div className={`${styles.page} ${styles.narrow}`}>
      <h1 className={styles.title}>{chestTexts.managerTitle}</h1>
      <ChestChooser currentId={null} onChoose={open} onCreate={() => setCreating(true)} />
      {isCreating && <CreateChestDialog onCreated={open} onClose={() => setCreating(false)} />}
    </div>
  )
}
