import type { ReactNode } from 'react'
import { signIn } from '#contract/identity/sign-in.ts'
import { screenLimits } from '#domain/platform/limits.ts'
import { secondFactorTexts } from '#texts/identity/second-factor.ts'
import { call } from '#web/platform/api/client.ts'
import { oneTimeCode } from '#web/platform/shell/checks.ts'
import { CodeField } from '#web/platform/ui/CodeField.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import { AuthForm } from './AuthForm.tsx'
import type { FactorScreenProps } from './factorScreenProps.ts'
import { CopyButton } from '#web/platform/ui/CopyButton.tsx'
import styles from './SecondFactor.module.css'

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

const enrolmentTexts = secondFactorTexts.enrolment

/** @param props.image a PNG in base64, as in the reply */
function QrCode({ image, secret }: { image: string; secret: string }): ReactNode {
  return (
    <div className={styles.scan}>
      <img className={styles.qr} src={pngAddress(image)} alt={enrolmentTexts.qrCode} />
      <div className={styles.byHand}>
        <p>{enrolmentTexts.apps}</p>
        <p>{enrolmentTexts.noCamera}</p>
        <div className={styles.secret}>
          <code data-secret="">{inGroups(secret)}</code>
          <CopyButton
            label={enrolmentTexts.copySecret}
            source={secret}
            done={enrolmentTexts.secretCopied}
            clearAfter={screenLimits.clipboardMs}
            size="small"
          />
        </div>
      </div>
    </div>
  )
}

const pngAddress = (image: string) => (image.startsWith('data:') ? image : `data:image/png;base64,${image}`)
const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')
