import type { ReactNode } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { shellTexts } from '#texts/platform/shell.ts'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import { ButtonLink } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'

/** The page of an unknown address. */
export function NotFoundPage(): ReactNode {
  const navigate = useNavigate()
  usePageTitle(shellTexts.notFound.title)
  return (
    <>
      <VisuallyHidden>
        <h1>{shellTexts.notFound.title}</h1>
      </VisuallyHidden>
      <EmptyState
        title={shellTexts.notFound.title}
        icon={<Compass />}
        actions={
          <ButtonLink
            href="/routes/explorer"
            look="primary"
            onFollow={() => void navigate({ to: '/routes/explorer', replace: true })}
          >
            {shellTexts.notFound.back}
          </ButtonLink>
        }
      >
        {shellTexts.notFound.detail}
      </EmptyState>
    </>
  )
}
