import type { ReactNode } from 'react'
import { brokenTexts } from '#texts/platform/ui.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ErrorBlock } from '#web/platform/ui/EmptyState.tsx'

/** Replaces a page that failed to render. */
export function BrokenPage(): ReactNode {
  return (
    <ErrorBlock
      title={brokenTexts.title}
      actions={
        <Button look="primary" onPress={() => window.location.reload()}>
          {brokenTexts.reload}
        </Button>
      }
    >
      {brokenTexts.detail}
    </ErrorBlock>
  )
}
