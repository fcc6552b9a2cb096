import { useState, type ReactNode } from 'react'
import { sso } from '#contract/identity/sso.ts'
import { passwordPageTexts as texts } from '#texts/identity/passwords.ts'
import { call } from '#web/platform/api/client.ts'
import { isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { markSsoRedirect } from './linkingCode.ts'
import { useOffers, type Offering } from './offers.ts'
import { SsoButton, SsoPlaceholder } from './SsoButton.tsx'

export type InvitationSsoProps = { offers: Promise<Offering>; token: string; onOver: () => void }

/** Offers single sign-on, if it is configured, to accept an invitation without a password. */
export function InvitationSso({ offers, token, onOver }: InvitationSsoProps): ReactNode {
  const toasts = useToasts()
  const { offers: known, keepsPlace } = useOffers(offers)
  const { sso: offered } = known
  const [isPending, setPending] = useState(false)
  if (offered === null) return keepsPlace && <SsoPlaceholder note={texts.bySso} />

  const answer = async () => {
    setPending(true)
    try {
      const { redirect } = await call(sso.invitation, { body: { token } })
      markSsoRedirect()
      window.location.assign(redirect)
    } catch (error) {
      setPending(false)
      if (isCode(error, 'RESET_LINK_WRONG')) onOver()
      else toasts.error(sentenceOf(error))
    }
  }
  return (
    <SsoButton label={offered.label} note={texts.bySso} isPending={isPending} onPress={() => void answer()} />
  )
}
