import type { ReactElement, ReactNode, RefObject } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import { Kbd } from './Kbd.tsx'
import styles from './Tooltip.module.css'

/** How long one rests on something before its hint shows, in milliseconds. */
export const tooltipDelay = 500

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
    <TooltipTrigger delay={tooltipDelay} closeDelay={80} isDisabled={isDisabled}>
      {children}
      <AriaTooltip className={styles.tooltip ?? ''} offset={6}>
        {text}
        {shortcut !== undefined && <Kbd>{shortcut}</Kbd>}
      </AriaTooltip>
    </TooltipTrigger>
  )
}

export type TipProps = Pick<TooltipProps, 'text' | 'shortcut'> & { of: RefObject<Element | null> }

/** The hint alone, while it is rendered: for what decides by itself when it shows. */
export function Tip({ text, shortcut, of }: TipProps): ReactNode {
  return (
    <AriaTooltip isOpen triggerRef={of} className={styles.tooltip ?? ''} offset={6}>
      {text}
      {shortcut !== undefined && <Kbd>{shortcut}</Kbd>}
    </AriaTooltip>
  )
}
