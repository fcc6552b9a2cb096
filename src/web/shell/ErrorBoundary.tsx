import { Component, type ReactNode } from 'react'
import { shellTexts } from '#texts/shell.ts'
import { ErrorBlock } from '#web/ui/EmptyState.tsx'
import { Button } from '#web/ui/Button.tsx'

type State = { isBroken: boolean }

/** Stands in for a page that threw while it was drawn: never a blank screen. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { isBroken: false }

  static getDerivedStateFromError(): State {
    return { isBroken: true }
  }

  override render(): ReactNode {
    return this.state.isBroken ? <BrokenPage /> : this.props.children
  }
}

/** What a page that cannot be drawn shows. */
export function BrokenPage(): ReactNode {
  return (
    <ErrorBlock
      title={shellTexts.broken.title}
      actions={
        <Button look="primary" onPress={() => window.location.reload()}>
          {shellTexts.broken.reload}
        </Button>
      }
    >
      {shellTexts.broken.detail}
    </ErrorBlock>
  )
}
