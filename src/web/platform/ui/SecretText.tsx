import type { ReactNode } from 'react'
import { uiTexts } from '#texts/platform/ui.ts'
import { cx } from './given.ts'
import { secretGroups } from './secretGroups.ts'
import styles from './SecretText.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export type SecretTextProps = {
  value: string
  size?: 'medium' | 'large' | undefined
  /** Characters in a group; chosen by the length unless told. 3 suits a one-time code. */
  groupBy?: number | undefined
}

/** A secret to be read or copied by hand: groups are only spacing, what is selected is the secret itself. */
export function SecretText({ value, size = 'medium', groupBy }: SecretTextProps): ReactNode {
  return (
    <span className={cx(styles.secret, styles[size])} translate="no">
      {secretGroups(value, groupBy).map((group, index) => (
        <span key={index} className={styles.group}>
          {group.map((run, place) => (
            <span key={place} className={styles[run.kind]}>
              {run.text}
            </span>
          ))}
        </span>
      ))}
    </span>
  )
}

/** The same in the rows of a table, where hundreds stand. */
export function RowMask(): ReactNode {
  return (
    <span className={cx(styles.mask, styles.short)} role="img" aria-label={uiTexts.secretMasked}>
      {'•'.repeat(10)}
    </span>
  )
}

/** In place of a secret: always the same length, so that it says nothing of it. */
export function SecretMask(): ReactNode {
  return (
    <span className={styles.mask}>
      <span aria-hidden="true">{'•'.repeat(10)}</span>
      <VisuallyHidden>{uiTexts.secretMasked}</VisuallyHidden>
    </span>
  )
}
