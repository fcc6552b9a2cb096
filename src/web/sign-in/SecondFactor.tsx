import { useEffect, useState, type ReactNode } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { signIn } from '#contract/sign-in.ts'
import { signInLimits } from '#domain/limits.ts'
import { authTexts } from '#texts/auth.ts'
import { call } from '#web/api/client.ts'
import { ApiError, sentenceOf } from '#web/api/errors.ts'
import { clearStored, pathAfterSignIn, readStored, store } from '#web/api/storage.ts'
import { follows, required } from '#web/shell/checks.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useToasts } from '#web/ui/Toast.tsx'
import { useForm } from '#web/ui/useForm.ts'
import { AuthForm } from './AuthForm.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import { QrCode } from './QrCode.tsx'
import styles from './SecondFactor.module.css'

type Secret = ReplyOf<typeof signIn.secondFactorSecret>
const texts = authTexts.secondFactor

const checks = { token: (text: string) => required(text) ?? follows('REGEX_TOKEN', texts.tokenFormat)(text) }

/** A seventh character is removed; a code pasted with its space in the middle is taken. */
const asToken = (text: string) => text.replace(/\s/g, '').slice(0, signInLimits.tokenLength)

export type SecondFactorProps = { jwt: string; onBack: () => void }

/** The code of the authenticator: with the QR code before its first use, alone afterwards. */
export function SecondFactor({ jwt, onBack }: SecondFactorProps): ReactNode {
  const toasts = useToasts()
  const [secret, setSecret] = useState<Secret | null>(null)
  const [isPending, setPending] = useState(false)
  const form = useForm({ token: '' }, checks)

  useEffect(() => {
    const stop = new AbortController()
    call(signIn.secondFactorSecret, { body: { jwt }, signal: stop.signal })
      .then((reply) => {
        store('qrScanned', String(reply.qrScanned))
        setSecret(reply)
      })
      .catch((error: unknown) => {
        if (stop.signal.aborted) return
        toasts.error(failure(error))
        onBack()
      })
    return () => stop.abort()
  }, [jwt, onBack, toasts])

  const submit = async ({ token }: { token: string }) => {
    setPending(true)
    try {
      await call(signIn.step2, { body: { jwt, token, secret: secret?.secret ?? null, source: 'web' } })
      const path = pathAfterSignIn(readStored('origin'))
      clearStored()
      window.location.replace(path)
    } catch (error) {
      toasts.error(failure(error))
      setPending(false)
      // Nobody answered: the code may still be tried, nothing typed is lost.
      if (!(error instanceof ApiError && error.status === 0)) onBack()
    }
  }

  if (secret === null) {
    return (
      <AuthFrame title={texts.title}>
        <p role="status" className={styles.loading}>
          {texts.loading}
        </p>
      </AuthFrame>
    )
  }
  const token = form.field('token')
  return (
    <AuthFrame
      title={secret.qrScanned ? texts.title : texts.scanTitle}
      intro={secret.qrScanned ? texts.scanned : texts.scan}
    >
      <AuthForm
        form={form}
        submitLabel={texts.submit}
        isPending={isPending}
        onSubmit={submit}
        after={
          <Button look="plain" isWide onPress={onBack}>
            {texts.back}
          </Button>
        }
      >
        {!secret.qrScanned && secret.qrCode !== null && secret.secret !== null && (
          <QrCode image={secret.qrCode} secret={secret.secret} />
        )}
        <TextField
          {...token}
          label={texts.token}
          onChange={(text) => token.onChange(asToken(text))}
          inputMode="numeric"
          autoComplete="one-time-code"
          isMono
          autoFocus
        />
      </AuthForm>
    </AuthFrame>
  )
}

const failure = (error: unknown) =>
  error instanceof ApiError && error.status === 401 ? authTexts.failed : sentenceOf(error)
