import type { ReactNode } from 'react'
import { uiTexts } from '#texts/platform/ui.ts'
import { cx } from './given.ts'
import styles from './Skeleton.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export type SkeletonProps = {
  /** The number of text lines. */
  lines?: number | undefined
  shape?: 'text' | 'title' | 'block' | undefined
}

/** A placeholder of the loading content, so that nothing shifts. */
export function Skeleton({ lines = 1, shape = 'text' }: SkeletonProps): ReactNode {
  return (
    <span className={styles.skeleton}>
      <VisuallyHidden>{uiTexts.loading}</VisuallyHidden>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className={cx(styles.bone, styles[shape])} aria-hidden="true" />
      ))}
    </span>
  )
}
