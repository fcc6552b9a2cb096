import type { ReactNode } from 'react'
import { userTexts } from '#texts/office/users.ts'
import { useSession } from '#web/platform/shell/session.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'

const texts = userTexts.invitation

/**
 * Says how new users get the link for their password, or that without a mail server nothing leaves. Users whose password
 * the directory keeps get their login alone.
 */
export function MailNote({
  areSeveral = false,
  areOfDirectory = false,
}: {
  areSeveral?: boolean
  areOfDirectory?: boolean
}): ReactNode {
  const { sendsMails } = useSession()
  if (areOfDirectory)
    return sendsMails ? (
      <Banner>{texts.ofDirectory}</Banner>
    ) : (
      <Banner tone="attention">{texts.unsentOfDirectory}</Banner>
    )
  if (!sendsMails) return <Banner tone="attention">{areSeveral ? texts.unsentMany : texts.unsentOne}</Banner>
  return <Banner>{areSeveral ? texts.many : texts.one}</Banner>
}
