import type { ReactNode } from 'react'
import type { Tone } from './Badge.tsx'
import styles from './Banner.module.css'
import { cx } from './given.ts'

export type BannerFrameProps = {
  children: ReactNode
  title?: string | undefined
  tone: Exclude<Tone, 'neutral'>
  icon: ReactNode
  actions?: ReactNode
  /** Set if it appears during work: screen readers announce it. */
  isLive?: boolean | undefined
  /** At its end. */
  closeButton?: ReactNode
}

/** The frame of a notice, without React Aria: for pages that must stay light. */
export function BannerFrame(props: BannerFrameProps): ReactNode {
  const { children, title, tone, icon, actions, isLive, closeButton } = props
  return (
    <div className={cx(styles.banner, styles[tone])} role={isLive === true ? 'status' : undefined}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={styles.text}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      {closeButton}
    </div>
  )
}
