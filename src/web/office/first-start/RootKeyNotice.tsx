import type { ReactNode } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { firstStartTexts } from '#texts/office/first-start.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import styles from './FirstStart.module.css'
import { useFirstStart } from './queries.ts'
import { RootKeyStep } from './RootKeyStep.tsx'

/** Asks super administrators for the copy of the root key until one of them confirms it, and resumes the guide. */
export function RootKeyNotice(): ReactNode {
  const navigate = useNavigate()
  const { data } = useFirstStart(true)
  if (data === undefined || (data.rootKeyCopied !== null && !data.isOpen)) return null
  const resume = data.isOpen && (
    <Button onPress={() => void navigate({ to: '/routes/first-start', replace: true })}>
      {firstStartTexts.resume}
    </Button>
  )
  if (data.rootKeyCopied !== null) return <div className={styles.notice}>{resume}</div>
  return (
    <section className={styles.card} aria-label={firstStartTexts.rootKey.notice}>
      <h2 className={styles.heading}>{firstStartTexts.rootKey.notice}</h2>
      <RootKeyStep state={data} more={resume} />
    </section>
  )
}
