import type { ReactNode } from 'react'
import { uiTexts } from '#texts/platform/ui.ts'
import { cx } from './given.ts'
import { secretGroups } from './secretGroups.ts'
import styles from './SecretText.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export type SecretTextProps = {
  value: string
  size?: 'medium' | 'large' | undefined
  /** Characters in a group, by default chosen by length. 3 suits a one-time code. */
  groupBy?: number | undefined
}

/** A secret to read or to copy by hand. Groups are only visual: a selection gives the secret itself. */
export function SecretText({ value, size = 'medium', groupBy }: SecretTextProps): ReactNode {
  return (
    <span className={cx(styles.secret, styles[size])} translate="no" data-secret="">
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

/** A light mask for table rows. `isRevealed`: the secret is shown beside it, and only the dots stay. */
export function RowMask({ isRevealed }: { isRevealed: boolean }): ReactNode {
  return (
    <span
      className={cx(styles.mask, styles.short)}
      {...(isRevealed ? { 'aria-hidden': true } : { role: 'img', 'aria-label': uiTexts.secretMasked })}
    >
      {'•'.repeat(10)}
    </span>
  )
}

/** A mask of constant length, which does not reveal that of the secret. */
export function SecretMask(): ReactNode {
  return (
    <span className={styles.mask}>
      <span aria-hidden="true">{'•'.repeat(10)}</span>
      <VisuallyHidden>{uiTexts.secretMasked}</VisuallyHidden>
    </span>
  )
}
