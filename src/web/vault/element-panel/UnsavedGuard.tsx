import type { ReactNode } from 'react'
import { useBlocker } from '@tanstack/react-router'
import { DiscardDialog } from '#web/platform/ui/Dialog.tsx'
import { useUnloadQuestion } from '#web/platform/ui/useUnloadQuestion.ts'

/** Asks for confirmation before a navigation closes the panel while it has unsaved input. */
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
    // After the dialog has returned the focus to the link.
    setTimeout(() => document.querySelector<HTMLElement>(typed)?.focus(), 100)
  }
  return <DiscardDialog onKeep={keep} onDiscard={leaving.proceed} />
}

const typed = '[data-unsaved] :is(input, textarea)'

type Where = { pathname: string; search: Record<string, unknown> }

/** The search parameters that define which panel is open. */
const panelKeys = ['chestId', 'selectType', 'selectId'] as const

/** Returns whether a navigation closes the panel or shows another element in it. */
const leadsAway = ({ current, next }: { current: Where; next: Where }): boolean =>
  current.pathname !== next.pathname || panelKeys.some((key) => current.search[key] !== next.search[key])
