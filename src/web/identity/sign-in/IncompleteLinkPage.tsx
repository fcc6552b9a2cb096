import type { ReactNode } from 'react'
import { secondFactorTexts } from '#texts/identity/second-factor.ts'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import { ButtonLink } from '#web/platform/ui/Button.tsx'
import { AuthFrame } from '#web/platform/shell/AuthFrame.tsx'

const texts = secondFactorTexts.resetPage

/** A mailed link that is cut off, or was removed from the address before a reload. */
export function IncompleteLinkPage(): ReactNode {
  usePageTitle(texts.missingTitle)
  return (
    <AuthFrame title={texts.missingTitle} intro={texts.missing}>
      <ButtonLink href="/auth" look="quiet" isWide>
        {secondFactorTexts.back}
      </ButtonLink>
    </AuthFrame>
  )
}
