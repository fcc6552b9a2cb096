import { useEffect, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { sso } from '#contract/identity/sso.ts'
import { accountSecurityTexts } from '#texts/identity/account.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { call } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { interruptedPath, storeInterrupted } from './interruptedDeed.ts'
import type { Account } from './queries.ts'

const texts = accountSecurityTexts.proof

/**
 * Leads to a fresh sign-in at the provider, for an account without a local second factor. Where that proves
 * nothing either, it says so.
 */
export function ProviderProof({
  own,
  deed,
  onClose,
}: {
  own: Account
  /** What the page needs to go on after the return; the page leaves for the provider. */
  deed?: unknown
  onClose: () => void
}): ReactNode {
  const toasts = useToasts()
  const [isPending, setPending] = useState(false)
  const isPossible = own.provesBy === 'single-sign-on'

  const leave = async () => {
    setPending(true)
    try {
      const { redirect } = await call(sso.prove, {})
      storeInterrupted(deed)
      window.location.assign(redirect)
    } catch (error) {
      toasts.error(sentenceOf(error))
      setPending(false)
    }
  }
  return (
    <Dialog
      title={texts.title}
      size="small"
      isOpen
      onClose={onClose}
      isBusy={isPending}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            {isPossible ? uiTexts.cancel : uiTexts.close}
          </Button>
          {isPossible && (
            <Button look="primary" autoFocus isPending={isPending} onPress={() => void leave()}>
              {texts.goToProvider}
            </Button>
          )}
        </>
      }
    >
      <p>{isPossible ? texts.byProvider(own.singleSignOn ?? '') : texts.impossible}</p>
    </Dialog>
  )
}

type Outcome = keyof typeof texts.outcomes
const isOutcome = (text: string | null): text is Outcome =>
  text !== null && Object.hasOwn(texts.outcomes, text)

/** Shows the outcome of a fresh sign-in once, and returns to the page that it interrupted. */
export function useProviderOutcome(): void {
  const toasts = useToasts()
  const navigate = useNavigate()
  const said = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get('proof') })
  useEffect(() => {
    if (said === null) return
    if (said === 'done') toasts.success(texts.outcomes.done)
    else toasts.error(texts.outcomes[isOutcome(said) ? said : 'refused'])
    void navigate({ href: interruptedPath() ?? '/routes/account', replace: true })
  }, [said, toasts, navigate])
}
