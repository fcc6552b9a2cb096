import type { ReactNode } from 'react'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import type { Tone } from './Badge.tsx'
import styles from './Banner.module.css'
import { IconButton } from './Button.tsx'
import { cx } from './given.ts'

export type BannerProps = {
  children: ReactNode
  title?: string | undefined
  tone?: Exclude<Tone, 'neutral'> | undefined
  actions?: ReactNode
  onClose?: (() => void) | undefined
  /** Set if it appears during work: screen readers announce it. */
  isLive?: boolean | undefined
}

const icons = {
  info: <Info />,
  success: <CircleCheck />,
  attention: <TriangleAlert />,
  danger: <CircleAlert />,
}

/** A notice about the page, shown as long as it applies. */
export function Banner({ children, title, tone = 'info', actions, onClose, isLive }: BannerProps): ReactNode {
  return (
    <div className={cx(styles.banner, styles[tone])} role={isLive === true ? 'status' : undefined}>
      <span className={styles.icon} aria-hidden="true">
        {icons[tone]}
      </span>
      <div className={styles.text}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      {onClose !== undefined && (
        <IconButton size="small" label={uiTexts.close} icon={<X />} onPress={onClose} />
      )}
    </div>
  )
}
