import { useEffect, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import {
  Tooltip,
  TooltipContext,
  TooltipTriggerStateContext,
  type TooltipProps,
} from 'react-aria-components/Tooltip'
import type { TooltipTriggerState } from 'react-stately/useTooltipTriggerState'
import { Kbd } from './Kbd.tsx'
import styles from './Tooltip.module.css'

export type TooltipBubbleProps = {
  id: string
  text: string
  shortcut: string | undefined
  state: TooltipTriggerState
  trigger: RefObject<HTMLElement | null>
}

/** The hint itself. It mounts open. */
export function TooltipBubble({ id, text, shortcut, state, trigger }: TooltipBubbleProps): ReactNode {
  useEscapePasses(state)
  return (
    <TooltipTriggerStateContext value={state}>
      {/* Its trigger names it by this id. */}
      <TooltipContext value={{ id, triggerRef: trigger } as TooltipProps}>
        <Tooltip className={styles.tooltip ?? ''} offset={6}>
          {text}
          {shortcut !== undefined && <Kbd>{shortcut}</Kbd>}
        </Tooltip>
      </TooltipContext>
    </TooltipTriggerStateContext>
  )
}

/**
 * Lets Escape close an open tooltip and still have its usual effect. React Aria would consume the key for the
 * tooltip, which a resting mouse may have opened: close it before React Aria sees the key.
 */
function useEscapePasses(state: TooltipTriggerState): void {
  useEffect(() => {
    const listen = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') flushSync(() => state.close(true))
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [state])
}
