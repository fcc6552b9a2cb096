import { useState, type ReactNode } from 'react'
import { WandSparkles } from 'lucide-react'
import { itemTexts } from '#texts/vault/contents.ts'
import { StrengthMeter } from '#web/platform/ratings/StrengthMeter.tsx'
import { IconButton } from '#web/platform/ui/Button.tsx'
import { PasswordField, type PasswordFieldProps } from '#web/platform/ui/PasswordField.tsx'
import { lazyDialog } from '#web/platform/shell/lazyDialog.tsx'
import styles from './ItemForm.module.css'

const GeneratorDialog = lazyDialog(() =>
  import('./GeneratorDialog.tsx').then((module) => module.GeneratorDialog),
)

export type PasswordInputProps = PasswordFieldProps & {
  /** The item's name and login, which lower the rating of a password that contains them. */
  forbiddenWords: readonly string[]
}

/** The input of a password, with its generator and its strength. */
export function PasswordInput({ forbiddenWords, ...field }: PasswordInputProps): ReactNode {
  const [isGenerating, setGenerating] = useState(false)
  return (
    <div className={styles.withMeter}>
      <PasswordField
        {...field}
        autoComplete="new-password"
        tail={
          <IconButton
            size="small"
            label={itemTexts.generate}
            icon={<WandSparkles />}
            isDisabled={field.isDisabled}
            onPress={() => setGenerating(true)}
          />
        }
      />
      {field.value !== '' && <StrengthMeter password={field.value} forbiddenWords={forbiddenWords} />}
      {isGenerating && (
        <GeneratorDialog
          onClose={() => setGenerating(false)}
          onUse={(password) => {
            field.onChange(password)
            setGenerating(false)
          }}
        />
      )}
    </div>
  )
}
