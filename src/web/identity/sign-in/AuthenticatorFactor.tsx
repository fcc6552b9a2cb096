import type { ReactNode } from 'react'
import { signIn } from '#contract/identity/sign-in.ts'
import { secondFactorTexts } from '#texts/identity/second-factor.ts'
import { call } from '#web/platform/api/client.ts'
import { oneTimeCode } from '#web/platform/shell/checks.ts'
import { CodeField } from '#web/platform/ui/CodeField.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import { AuthForm } from './AuthForm.tsx'
import type { FactorScreenProps } from './factorScreenProps.ts'
import { QrCode } from './QrCode.tsx'

const checks = { token: oneTimeCode }

/** The code of the authenticator: with the QR code before its first use, alone afterwards. */
export function AuthenticatorFactor({ jwt, factors, factor, links }: FactorScreenProps): ReactNode {
  const form = useForm({ token: '' }, checks)
  const { qrScanned, qrCode, secret } = factors
  const texts = qrScanned ? secondFactorTexts.authenticator : secondFactorTexts.enrolment
  return (
    <AuthForm
      title={texts.title}
      intro={texts.intro}
      isWide={!qrScanned}
      form={form}
      submitLabel={secondFactorTexts.submit}
      isPending={factor.isPending}
      onSubmit={({ token }) =>
        factor.give(() => call(signIn.step2, { body: { jwt, token, secret, source: 'web' } }))
      }
      after={links}
    >
      {!qrScanned && qrCode !== null && secret !== null && <QrCode image={qrCode} secret={secret} />}
      <CodeField {...form.field('token')} label={secondFactorTexts.token} autoFocus />
    </AuthForm>
  )
}
