import { use, useEffect, type ReactElement, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import {
  Tooltip as AriaTooltip,
  TooltipTrigger,
  TooltipTriggerStateContext,
} from 'react-aria-components/Tooltip'
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
        <EscapePasses />
      </AriaTooltip>
    </TooltipTrigger>
  )
}

/**
 * Escape closes a tooltip that is open, and does what it does without one too: React Aria would keep the key for the
 * tooltip, which a mouse at rest may have opened over a field. Closed before the key comes to it, it does not.
 */
function EscapePasses(): ReactNode {
  const state = use(TooltipTriggerStateContext)
  useEffect(() => {
    const listen = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') flushSync(() => state?.close(true))
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [state])
  return null
}
