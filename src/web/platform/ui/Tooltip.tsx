import { useRef, type ReactElement, type ReactNode } from 'react'
// The components' own TooltipTrigger would load the bubble with it.
import { FocusableProvider } from 'react-aria/private/interactions/useFocusable'
import { useTooltipTrigger } from 'react-aria/useTooltipTrigger'
import { useTooltipTriggerState } from 'react-stately/useTooltipTriggerState'
import { useOverlays } from './overlays.ts'

export type TooltipProps = {
  text: string
  shortcut?: string | undefined
  isDisabled?: boolean | undefined
  /** One focusable React Aria element, usually a Button. */
  children: ReactElement
}

/** A short hint on hover and keyboard focus. It must not contain information found nowhere else. */
export function Tooltip({ text, shortcut, isDisabled = false, children }: TooltipProps): ReactNode {
  const trigger = useRef<HTMLButtonElement>(null)
  const settings = { delay: 500, closeDelay: 80, isDisabled }
  const state = useTooltipTriggerState(settings)
  const { triggerProps, tooltipProps } = useTooltipTrigger(settings, state, trigger)
  const overlays = useOverlays(state.isOpen)
  return (
    <>
      <FocusableProvider {...triggerProps} ref={trigger}>
        {children}
      </FocusableProvider>
      {overlays !== null && state.isOpen && (
        <overlays.TooltipBubble
          id={tooltipProps.id ?? ''}
          text={text}
          shortcut={shortcut}
          state={state}
          trigger={trigger}
        />
      )}
    </>
  )
}
