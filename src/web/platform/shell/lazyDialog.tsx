import { Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { brokenTexts, uiTexts } from '#texts/platform/ui.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { restoreFocus } from '#web/platform/ui/restoreFocus.ts'
import { lazyAttempts, type StandIn } from './lazyAttempts.tsx'

type Closable = { onClose: () => void }

/**
 * A dialog whose code is loaded when it first opens. If that fails, another dialog offers a retry, and the
 * page behind keeps its state and its input.
 */
export function lazyDialog<Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const useAttempts = lazyAttempts<Props>(load, NotLoaded)

  return function LazyDialog(props) {
    const { Part, ...retry } = useAttempts()
    const [opener] = useState(() => document.activeElement as HTMLElement | null)
    // The last of several dialogs only knows the one before it.
    useEffect(() => () => void restoreFocus(() => (opener?.isConnected === true ? opener : null)), [opener])
    return (
      <Suspense>
        <Part given={props} {...retry} />
      </Suspense>
    )
  }
}

const NotLoaded: StandIn<Closable> = ({ given, lack, isRetrying, onRetry }) => (
  <Dialog
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
  </Dialog>
)
