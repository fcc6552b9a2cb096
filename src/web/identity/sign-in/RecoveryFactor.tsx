import type { ReactNode } from 'react'
import { secondFactors } from '#contract/identity/second-factors.ts'
import { canonicalRecoveryCode } from '#domain/identity/recovery-codes.ts'
import { secondFactorTexts } from '#texts/identity/second-factor.ts'
import { call } from '#web/platform/api/client.ts'
import { required } from '#web/platform/shell/checks.ts'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import { AuthForm } from './AuthForm.tsx'
import type { FactorScreenProps } from './factorScreenProps.ts'

const texts = secondFactorTexts.recovery
/** An incompletely copied code must not use up one of the few tries. */
const checks = {
  code: (text: string) => required(text) ?? (canonicalRecoveryCode(text) === null ? texts.format : null),
}

/** One of the recovery codes. */
export function RecoveryFactor({ jwt, factor, links }: FactorScreenProps): ReactNode {
  const form = useForm({ code: '' }, checks)
  return (
    <AuthForm
      title={texts.title}
      intro={texts.intro}
      form={form}
      submitLabel={secondFactorTexts.submit}
      isPending={factor.isPending}
      onSubmit={({ code }) =>
        factor.give(() => call(secondFactors.useRecoveryCode, { body: { jwt, code, source: 'web' } }))
      }
      after={links}
    >
      <TextField isRequired {...form.field('code')} label={texts.code} spellCheck={false} isMono autoFocus />
    </AuthForm>
  )
}
