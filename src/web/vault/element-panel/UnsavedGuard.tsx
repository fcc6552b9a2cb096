import type { ReactNode } from 'react'
import { useBlocker } from '@tanstack/react-router'
import { DiscardDialog } from '#web/platform/ui/Dialog.tsx'
import { useUnloadQuestion } from '#web/platform/ui/useUnloadQuestion.ts'

/** Stands in a panel: while something typed in it is not saved, asks before one goes where the panel would go. */
export function UnsavedGuard({ isActive }: { isActive: boolean }): ReactNode {
  const leaving = useBlocker({
    shouldBlockFn: leadsAway,
    disabled: !isActive,
    withResolver: true,
    enableBeforeUnload: false,
  })
  useUnloadQuestion(isActive)
  if (leaving.status !== 'blocked') return null
  const keep = () => {
    leaving.reset()
    // Once the dialog has given the focus back to what would have led away.
    setTimeout(() => document.querySelector<HTMLElement>(typed)?.focus(), 100)
  }
  return <DiscardDialog onKeep={keep} onDiscard={leaving.proceed} />
}

const typed = '[data-unsaved] :is(input, textarea)'

type Where = { pathname: string; search: Record<string, unknown> }

/** What of an address says which panel is open. */
const panelKeys = ['chestId', 'selectType', 'selectId'] as const

/** Whether going there closes the panel, or shows another element in it; another page of the table does neither. */
const leadsAway = ({ current, next }: { current: Where; next: Where }): boolean =>
  current.pathname !== next.pathname || panelKeys.some((key) => current.search[key] !== next.search[key])
