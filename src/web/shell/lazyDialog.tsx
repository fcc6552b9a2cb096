import { lazy, Suspense, useEffect, useState, useTransition, type ComponentType, type ReactNode } from 'react'
import { health } from '#contract/health.ts'
import { shellTexts } from '#texts/shell.ts'
import { uiTexts } from '#texts/ui.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { afterSettling, isFocusLost } from '#web/ui/useFocusBack.ts'

type Closable = { onClose: () => void }
type Retry = { isRetrying: boolean; onRetry: () => void }
type Attempt<Props> = ComponentType<Retry & { given: Props }>

const patienceMs = 8_000

/**
 * A dialog whose code is asked for when it is first opened. Where nobody answers, another says so in its place and
 * offers to ask again: what lies behind stays as it is, with all that was typed there.
 */
export function lazyDialog<Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const attempt = (): Attempt<Props> =>
    lazy(async () => {
      try {
        // A browser never asks again for code that it once could not get: it asks where somebody answers.
        await call(health.live, { signal: AbortSignal.timeout(patienceMs) })
      } catch {
        // React keeps what failed: whoever tries or opens it next gets another attempt.
        next = attempt()
        return { default: ({ given, ...retry }) => <Away onClose={given.onClose} {...retry} /> }
      }
      try {
        const Loaded = await load()
        return { default: ({ given }) => <Loaded {...given} /> }
      } catch {
        return { default: ({ given }) => <Gone onClose={given.onClose} /> }
      }
    })
  let next = attempt()

  return function LazyDialog(props) {
    const [Shown, setShown] = useState(() => next)
    const [opener] = useState(() => document.activeElement)
    useEffect(() => () => void afterSettling(() => giveBack(opener)), [opener])
    const [isRetrying, startRetry] = useTransition()
    const retry = () => {
      // Taken now: while it is drawn, `next` may already be the one after it.
      const another = next
      startRetry(() => setShown(() => another))
    }
    return (
      <Suspense>
        <Shown given={props} isRetrying={isRetrying} onRetry={retry} />
      </Suspense>
    )
  }
}

/** What opened it all has the focus again: the last dialog knows only the one that it came after. */
function giveBack(opener: Element | null): void {
  if (isFocusLost() && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
}

/** Instead of a dialog while the server is away. */
const Away = ({ onClose, isRetrying, onRetry }: Closable & Retry): ReactNode => (
  <NotLoaded
    detail={shellTexts.notLoaded.away}
    onClose={onClose}
    action={
      <Button look="primary" autoFocus isPending={isRetrying} onPress={onRetry}>
        {uiTexts.retry}
      </Button>
    }
  />
)

/** Instead of a dialog that this page cannot get any more: a newer version of it is installed, as a rule. */
const Gone = ({ onClose }: Closable): ReactNode => (
  <NotLoaded
    detail={shellTexts.notLoaded.gone}
    onClose={onClose}
    action={
      <Button look="primary" autoFocus onPress={() => window.location.reload()}>
        {shellTexts.broken.reload}
      </Button>
    }
  />
)

const NotLoaded = (props: Closable & { detail: string; action: ReactNode }): ReactNode => (
  <Dialog
    title={shellTexts.notLoaded.title}
    size="small"
    role="alertdialog"
    isOpen
    onClose={props.onClose}
    footer={
      <>
        <Button onPress={props.onClose}>{uiTexts.close}</Button>
        {props.action}
      </>
    }
  >
    <p>{props.detail}</p>
  </Dialog>
)
