import type { ComponentType, ReactNode } from 'react'
import { brokenTexts, uiTexts } from '#texts/platform/ui.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { lazyAttempts, type StandIn } from './lazyAttempts.tsx'

/**
 * A part of a page whose code is loaded when it is first rendered. If that fails, an error with a retry
 * replaces it, and the rest of the page stays.
 * @param waiting shown while it loads
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): ((props: Props) => ReactNode) & { prepare: (isReached?: boolean) => void } {
  const { Lazy, prepare } = lazyAttempts<Props>(load, NotLoaded)
  return Object.assign((props: Props) => <Lazy given={props} waiting={waiting} />, { prepare })
}

const NotLoaded: StandIn<unknown> = ({ lack, isRetrying, onRetry }) => (
  <ErrorBlock
    title={shellTexts.notLoaded.part}
    actions={
      <Button isPending={isRetrying} onPress={onRetry}>
        {lack === 'away' ? uiTexts.retry : brokenTexts.reload}
      </Button>
    }
  >
    {shellTexts.notLoaded[lack]}
  </ErrorBlock>
)
