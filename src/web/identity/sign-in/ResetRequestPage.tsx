import { useState, type ReactNode } from 'react'
import { resets } from '#contract/identity/resets.ts'
import { resetRequestTexts as texts } from '#texts/identity/passwords.ts'
import { call } from '#web/platform/api/client.ts'
import { isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { all, follows, required } from '#web/platform/shell/checks.ts'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { ButtonLink } from '#web/platform/ui/Button.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import { AuthForm } from './AuthForm.tsx'

const checks = { email: all(required, follows('REGEX_EMAIL', texts.emailFormat)) }

/** /auth/reset: requests a link to set a password. The reply is the same for every address. */
export function ResetRequestPage(): ReactNode {
  const toasts = useToasts()
  const [isPending, setPending] = useState(false)
  const [reason, setReason] = useState<string | null>(null)
  const form = useForm({ email: '' }, checks)
  usePageTitle(texts.pageTitle)

  const submit = async (body: { email: string }) => {
    setPending(true)
    setReason(null)
    try {
      const { redirect } = await call(resets.requestPassword, { body })
      window.location.replace(redirect)
    } catch (error) {
      setPending(false)
      toasts.error(texts.failed)
      if (isCode(error, 'PATTERN_MISMATCH')) form.fail('email', texts.emailFormat)
      else setReason(isCode(error, 'MAIL_WAS_NOT_SEND') ? texts.serverAway : sentenceOf(error))
    }
  }

  return (
    <AuthForm
      title={texts.title}
      intro={texts.intro}
      name="reset"
      form={form}
      submitLabel={texts.submit}
      isPending={isPending}
      onSubmit={submit}
      after={
        <ButtonLink href="/auth" look="plain" isWide>
          {texts.cancel}
        </ButtonLink>
      }
    >
      {reason !== null && <Banner tone="danger">{reason}</Banner>}
      <TextField
        isRequired
        label={texts.email}
        id="email"
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        autoFocus
        {...form.field('email')}
      />
    </AuthForm>
  )
}
