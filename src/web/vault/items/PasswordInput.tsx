import { useRef, useState, type ReactNode } from 'react'
import { RefreshCw, SlidersHorizontal, WandSparkles } from 'lucide-react'
import { itemTexts } from '#texts/vault/contents.ts'
import { StrengthMeter } from '#web/platform/ratings/StrengthMeter.tsx'
import { IconButton } from '#web/platform/ui/Button.tsx'
import { PasswordField, type PasswordFieldProps } from '#web/platform/ui/PasswordField.tsx'
import { restoreFocus } from '#web/platform/ui/restoreFocus.ts'
import { lazyDialog } from '#web/platform/shell/lazyDialog.tsx'
import styles from './ItemForm.module.css'

const GeneratorDialog = lazyDialog(() =>
  import('./GeneratorDialog.tsx').then((module) => module.GeneratorDialog),
)

const texts = itemTexts.proposal

export type PasswordInputProps = PasswordFieldProps & {
  /** The item's name and login, which lower the rating of a password that contains them. */
  forbiddenWords: readonly string[]
  /** Draws another value into the field. Without it the field proposes nothing. */
  onPropose?: (() => void) | undefined
  /** Buttons before those of the field. */
  actions?: ReactNode
}

/** The input of a password, with its generator and its strength. */
export function PasswordInput(props: PasswordInputProps): ReactNode {
  const { forbiddenWords, onPropose, actions, ...field } = props
  const [isGenerating, setGenerating] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.withMeter}>
      <PasswordField
        {...field}
        inputRef={input}
        description={field.isSuggested === true ? texts.hint : field.description}
        tail={
          <>
            {actions}
            {onPropose !== undefined && (
              <IconButton
                size="small"
                label={field.isSuggested === true ? texts.another : texts.propose}
                icon={<RefreshCw />}
                isDisabled={field.isDisabled}
                onPress={onPropose}
              />
            )}
            <IconButton
              size="small"
              label={onPropose === undefined ? itemTexts.generate : texts.settings}
              icon={onPropose === undefined ? <WandSparkles /> : <SlidersHorizontal />}
              isDisabled={field.isDisabled}
              onPress={() => setGenerating(true)}
            />
          </>
        }
      />
      {field.value !== '' && <StrengthMeter password={field.value} forbiddenWords={forbiddenWords} />}
      {isGenerating && (
        <GeneratorDialog
          onClose={() => setGenerating(false)}
          onUse={(password) => {
            field.onChange(password)
            setGenerating(false)
            // Not to the button that opened it: Enter now submits the form.
            restoreFocus(() => input.current, 'button')
          }}
        />
      )}
    </div>
  )
}
