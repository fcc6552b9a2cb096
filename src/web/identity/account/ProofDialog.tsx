import { useEffect, useState, type ReactNode } from 'react'
import type { BodyOf } from '#contract/platform/endpoint.ts'
import { accountSecurity } from '#contract/identity/account-security.ts'
import { accountSecurityTexts } from '#texts/identity/account.ts'
import { call } from '#web/platform/api/client.ts'
import { isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { knowsPasskeys, signWithPasskey } from '#web/platform/api/passkey.ts'
import { oneTimeCode, required } from '#web/platform/shell/checks.ts'
import { onSeal } from '#web/platform/shell/sealedPage.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { CodeField } from '#web/platform/ui/CodeField.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import { ProviderProof } from './ProviderProof.tsx'
import type { Account } from './queries.ts'

const texts = accountSecurityTexts.proof
type Factor = BodyOf<typeof accountSecurity.prove>['factor']
type Method = Factor['method']
type Values = { password: string; token: string; code: string }

/** Returns the second factors with which the user may prove their identity, the usual one first. */
const methodsOf = (own: Account): Method[] => [
  ...(own.hasAuthenticator ? (['totp'] as const) : []),
  ...(own.factorByMail ? (['mail'] as const) : []),
  ...(own.passkeys.length > 0 && own.offersPasskeys && knowsPasskeys() ? (['passkey'] as const) : []),
  ...(own.recoveryCodes.left > 0 ? (['recovery'] as const) : []),
]

export type ProofDialogProps = {
  own: Account
  /** The password that the user has just typed in a form. */
  known: string | null
  /** What the page needs to go on, where the proof leaves it. */
  deed?: unknown
  /** What the proof is for, in place of the changes of the account. */
  detail?: string | undefined
  onProved: () => void
  onClose: () => void
}

/**
 * Asks the user to prove their identity again, with the factors they sign in with, before their password or
 * second factors are changed.
 */
export function ProofDialog(props: ProofDialogProps): ReactNode {
  const { provesBy } = props.own
  const { onClose } = props
  // A page that is hidden for its user keeps no password of the account.
  useEffect(() => onSeal(onClose), [onClose])
  return provesBy === 'password' || provesBy === 'second-factor' ? (
    <FactorProof {...props} />
  ) : (
    <ProviderProof own={props.own} deed={props.deed} onClose={props.onClose} />
  )
}

/** Requires password and second factor; the second factor alone for an account without a password. */
function FactorProof({ own, known, detail = texts.detail, onProved, onClose }: ProofDialogProps): ReactNode {
  const toasts = useToasts()
  const hasPassword = own.provesBy === 'password'
  const methods = methodsOf(own)
  const [method, setMethod] = useState<Method>(methods[0] ?? 'totp')
  const [isPending, setPending] = useState(false)
  const [isSending, setSending] = useState(false)
  const [isAsked, setAsked] = useState(hasPassword && known === null)
  const form = useForm<Values>(
    { password: known ?? '', token: '', code: '' },
    {
      password: (text) => (hasPassword ? required(text) : null),
      token: (text) => (method === 'totp' || method === 'mail' ? oneTimeCode(text) : null),
      code: (text) => (method === 'recovery' ? required(text) : null),
    },
  )

  const factorOf = async ({ token, code }: Values): Promise<Factor> => {
    if (method === 'totp' || method === 'mail') return { method, token }
    if (method === 'recovery') return { method, code }
    return { method, response: await signWithPasskey(await call(accountSecurity.askPasskey, {})) }
  }
  const submit = async (values: Values) => {
    setPending(true)
    try {
      const factor = await factorOf(values)
      const { password } = values
      await call(accountSecurity.prove, { body: { factor, ...(hasPassword && { password }) } })
      onProved()
    } catch (error) {
      setPending(false)
      if (isCode(error, 'PROOF_WRONG')) {
        setAsked(hasPassword)
        form.set({ token: '', code: '' })
        if (hasPassword) form.fail('password', error.message)
        else if (method === 'passkey') toasts.error(error.message)
        else form.fail(method === 'recovery' ? 'code' : 'token', error.message)
      } else if (error instanceof DOMException) toasts.error(accountSecurityTexts.passkeys.gaveUp)
      else toasts.error(sentenceOf(error))
    }
  }
  const sendCode = async () => {
    setSending(true)
    try {
      await call(accountSecurity.sendCode, {})
      toasts.success(texts.codeSent)
    } catch (error) {
      toasts.error(sentenceOf(error))
    }
    setSending(false)
  }
  return (
    <FormDialog
      title={texts.title}
      size="small"
      submitLabel={method === 'passkey' ? texts.withPasskey : texts.submit}
      isReady={form.isReady}
      isPending={isPending}
      refusals={form.refusals}
      onSubmit={() => form.submit((values) => void submit(values))}
      onClose={onClose}
    >
      <p>{detail}</p>
      {/* Password managers identify the account by this field. */}
      <input type="text" name="username" autoComplete="username" value={own.login} readOnly hidden />
      {isAsked && (
        <PasswordField
          isRequired
          label={own.keptByDirectory ? texts.directoryPassword : texts.password}
          autoComplete="current-password"
          autoFocus
          {...form.field('password')}
        />
      )}
      {methods.length > 1 && (
        <Select
          label={texts.method}
          choices={methods.map((id) => ({ id, label: texts.methods[id] }))}
          value={method}
          onChange={setMethod}
        />
      )}
      {method === 'mail' && (
        <Button isPending={isSending} onPress={() => void sendCode()}>
          {texts.sendCode}
        </Button>
      )}
      {(method === 'totp' || method === 'mail') && (
        <CodeField
          {...form.field('token')}
          label={method === 'mail' ? texts.mailToken : texts.token}
          autoFocus={!isAsked}
        />
      )}
      {method === 'recovery' && (
        <TextField isRequired label={texts.recovery} isMono {...form.field('code')} />
      )}
      {method === 'passkey' && <p>{texts.passkeyAsked}</p>}
    </FormDialog>
  )
}
