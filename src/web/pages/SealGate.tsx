import { Activity, useEffect, type ReactNode } from 'react'
import { lazyAttempts } from '#web/platform/shell/lazyAttempts.tsx'
import { useSeal } from '#web/platform/shell/sealedPage.ts'
import { Veil } from '#web/platform/shell/Veil.tsx'
import { whenIdle } from '#web/platform/ui/whenIdle.ts'

/** Loaded by the idle page: an upgrade may replace the code before a session ends. */
const { Lazy: SealedScreen, prepare } = lazyAttempts<object>(
  () => import('./SealedScreen.tsx').then((module) => module.SealedScreen),
  Veil,
)

/**
 * Hides the page when its session is over and its input is not saved, and shows the sign-in in its place. The page is
 * hidden and not unmounted, as behind a locked chest, so that dialogs and fields keep their state.
 */
export function SealGate({ children }: { children: ReactNode }): ReactNode {
  const seal = useSeal()
  useEffect(() => whenIdle(prepare), [])
  return (
    <>
      {/* First, so that its landmarks are found before those of the hidden page. */}
      {seal === 'closing' && <Veil />}
      {seal === 'sealed' && <SealedScreen given={{}} />}
      <Activity mode={seal === 'open' ? 'visible' : 'hidden'}>{children}</Activity>
    </>
  )
}
