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
  /** One focusable React Aria element, usually a Button. */
  children: ReactElement
}

/** A short hint on hover and keyboard focus. It must not contain information found nowhere else. */
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
 * Lets Escape close an open tooltip and still have its usual effect. React Aria would consume the key for the
 * tooltip, which a resting mouse may have opened: close it before React Aria sees the key.
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
