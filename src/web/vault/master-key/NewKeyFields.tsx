import { useState, type ReactNode } from 'react'
import { Dices } from 'lucide-react'
import { screenLimits } from '#domain/platform/limits.ts'
import { passwordFloors } from '#domain/platform/password-floor-figures.ts'
import { drawPassphrase } from '#domain/vault/passphrase.ts'
import { masterKeyTexts } from '#texts/vault/master-key.ts'
import { StrengthMeter } from '#web/platform/ratings/StrengthMeter.tsx'
import { useNamesAround } from '#web/platform/shell/session.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { CopyButton } from '#web/platform/ui/CopyButton.tsx'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import type { FormField } from '#web/platform/ui/useForm.ts'
import type { KeyValues } from './keyChecks.ts'
import styles from './NewKeyFields.module.css'

const texts = masterKeyTexts

export type NewKeyFieldsProps = {
  label: string
  description?: ReactNode
  masterKey: FormField<string>
  confirmation: FormField<string>
  set: (values: KeyValues) => void
  isRequired?: boolean
  autoFocus?: boolean
  /** The chest's name, which lowers the rating of a key that contains it. */
  forbiddenWords: readonly string[]
}

/** The fields of a new master key, drawn or typed twice, with its strength. Six drawn words come first: they resist best. */
export function NewKeyFields(props: NewKeyFieldsProps): ReactNode {
  const { masterKey, confirmation } = props
  const toasts = useToasts()
  const around = useNamesAround()
  const [drawn, setDrawn] = useState<string | null>(null)

  const draw = async () => {
    try {
      const { passphraseWordList } = await import('#texts/vault/passphrase-words.ts')
      const phrase = drawPassphrase(passphraseWordList, (count) =>
        crypto.getRandomValues(new Uint8Array(count)),
      )
      setDrawn(phrase)
      props.set({ masterKey: phrase, confirmation: phrase })
    } catch {
      toasts.error(texts.generateFailed)
    }
  }
  const isDrawn = drawn !== null && drawn === masterKey.value
  // Report a difference when typing pauses, but not while the confirmation is a prefix of the key.
  const isApart = confirmation.isValid === false && !masterKey.value.startsWith(confirmation.value)
  return (
    <>
      <div className={styles.first}>
        <Button size="small" look="quiet" icon={<Dices />} onPress={() => void draw()}>
          {texts.generateLabel}
        </Button>
        <p className={styles.note}>{texts.generateDetail}</p>
      </div>
      {isDrawn && (
        <div className={styles.drawn}>
          <div className={styles.phrase}>
            <output aria-label={texts.generated}>
              <span className={styles.words} translate="no" data-secret="">
                {drawn}
              </span>
            </output>
            <CopyButton
              label={texts.copyGenerated}
              source={drawn}
              what={texts.field}
              clearAfter={screenLimits.clipboardMs}
            />
          </div>
          <p className={styles.note}>{texts.generatedDetail}</p>
        </div>
      )}
      <div className={styles.key}>
        <PasswordField
          label={props.label}
          description={props.description}
          isRequired={props.isRequired}
          autoFocus={props.autoFocus}
          {...masterKey}
        />
        {masterKey.value !== '' && (
          <StrengthMeter
            password={masterKey.value}
            forbiddenWords={[...props.forbiddenWords, ...around]}
            floor={passwordFloors.masterKey}
            {...(isDrawn && { delay: 0 })}
          />
        )}
      </div>
      <PasswordField
        label={texts.confirmation}
        isRequired={props.isRequired}
        {...confirmation}
        error={confirmation.error ?? (isApart ? texts.differs : null)}
      />
    </>
  )
}
