import type { ReactElement, ReactNode } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import { Kbd } from './Kbd.tsx'
import styles from './Tooltip.module.css'

export type TooltipProps = {
  text: string
  shortcut?: string | undefined
  isDisabled?: boolean | undefined
  /** One focusable React Aria element, a Button as a rule. */
  children: ReactElement
}

/** A short hint on hover and on keyboard focus. It may repeat a name, never carry what is said nowhere else. */
export function Tooltip({ text, shortcut, isDisabled = false, children }: TooltipProps): ReactNode {
  return (
    <TooltipTrigger delay={500} closeDelay={80} isDisabled={isDisabled}>
      {children}
      <AriaTooltip className={styles.tooltip ?? ''} offset={6}>
        {text}
        {shortcut !== undefined && <Kbd>{shortcut}</Kbd>}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
