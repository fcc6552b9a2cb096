import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { brokenTexts, uiTexts } from '#texts/platform/ui.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { useOverlays } from '#web/platform/ui/overlays.ts'
import { useLoadFailure } from '#web/platform/ui/useLoadFailure.ts'
import { restoreFocus } from '#web/platform/ui/restoreFocus.ts'
import { lazyAttempts, type StandIn } from './lazyAttempts.tsx'

/** `prepare` loads the code before the dialog opens, on the intent of opening it. */
export type LazyDialog<Props> = ((props: Props) => ReactNode) & { prepare: (isReached?: boolean) => void }
type Closable = { onClose: () => void }

/**
 * A dialog whose code is loaded when it first opens. If that fails, another dialog offers a retry, and the
 * page behind keeps its state and its input.
 */
export function lazyDialog<Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
): LazyDialog<Props> {
  const { Lazy, prepare } = lazyAttempts<Props>(load, NotLoaded)

  function LazyDialogOf(props: Props): ReactNode {
    const [opener] = useState(openerNow)
    // The last of several dialogs only knows the one before it.
    useEffect(() => () => void restoreFocus(() => (opener?.isConnected === true ? opener : null)), [opener])
    return <Lazy given={props} />
  }
  return Object.assign(LazyDialogOf, { prepare })
}

/**
 * Returns what has the focus, which a closed dialog gives back. An entry of a menu goes with it: its button stays. After
 * the menu of a row, the row itself takes the focus (`useRestoreFocus`).
 */
function openerNow(): HTMLElement | null {
  const focused = document.activeElement as HTMLElement | null
  if (focused?.closest('[role="menu"]') == null) return focused
  const button = document.querySelector<HTMLElement>('[aria-haspopup="menu"][aria-expanded="true"]')
  return button === null || button.closest('[data-row]') !== null ? focused : button
}

function NotLoaded({ given, lack, isRetrying, onRetry }: Parameters<StandIn<Closable>>[0]): ReactNode {
  const overlays = useOverlays(true, useLoadFailure(given.onClose))
  if (overlays === null) return null
  return (
    <overlays.Dialog
      title={shellTexts.notLoaded.title}
      size="small"
      role="alertdialog"
      isOpen
      onClose={given.onClose}
      footer={
        <>
          <Button onPress={given.onClose}>{uiTexts.close}</Button>
          <Button look="primary" autoFocus isPending={isRetrying} onPress={onRetry}>
            {lack === 'away' ? uiTexts.retry : brokenTexts.reload}
          </Button>
        </>
      }
    >
      <p>{shellTexts.notLoaded[lack]}</p>
    </overlays.Dialog>
  )
}
