import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { Eye, EyeOff } from 'lucide-react'
import type { ExtraFieldKind } from '#domain/vault/extra-fields.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { DangerMeter } from '#web/platform/ratings/DangerMeter.tsx'
import { IconButton } from '#web/platform/ui/Button.tsx'
import { TextArea, TextField, type TextFieldProps } from '#web/platform/ui/TextField.tsx'
import styles from './ExtraFields.module.css'
import formStyles from './ItemForm.module.css'

export type ValueEditorProps = Pick<
  TextFieldProps,
  'label' | 'value' | 'onChange' | 'onBlur' | 'error' | 'isValid' | 'isDisabled' | 'autoFocus' | 'isRequired'
>

/** The input of a value, by the kind of its field. */
export function ValueEditor({ kind, ...props }: ValueEditorProps & { kind: ExtraFieldKind }): ReactNode {
  switch (kind) {
    case 'concealed':
      return <SecretArea {...props} />
    case 'lines':
      return <TextArea {...props} rows={4} />
    case 'date':
      return <TextField {...props} type="date" />
    case 'address':
      return (
        <div className={formStyles.withMeter}>
          <TextField {...props} inputMode="url" spellCheck={false} placeholder={itemTexts.addressHelp} />
          {props.value !== '' && <DangerMeter address={props.value} />}
        </div>
      )
    case 'text':
      return <TextField {...props} spellCheck={false} />
  }
}

/** Line breaks after the only line of a text, as a copied line often has. Nobody would see them. */
const unseenEnd = /^([^\r\n]+)[\r\n]+$/

/** Enter in a secret submits its form, as in a password. */
const submitOnEnter = (event: KeyboardEvent): void => {
  const { key, shiftKey, nativeEvent, target } = event
  if (key !== 'Enter' || shiftKey || nativeEvent.isComposing || !(target instanceof HTMLTextAreaElement))
    return
  event.preventDefault()
  event.stopPropagation()
  target.form?.requestSubmit()
}

/**
 * The input of a secret, masked by default. It is used as that of a password, and takes the lines of a pasted
 * private key, whose line breaks an input of one line would drop.
 */
function SecretArea({ onChange, ...props }: ValueEditorProps): ReactNode {
  const [isShown, setShown] = useState(false)
  return (
    <div className={styles.secretArea} onKeyDown={submitOnEnter}>
      <TextArea
        {...props}
        onChange={(value) => onChange(value.replace(unseenEnd, '$1'))}
        isMono
        isMasked={!isShown}
        rows={props.value.includes('\n') ? 4 : 1}
        spellCheck={false}
        autoComplete="off"
      />
      <IconButton
        size="small"
        label={isShown ? uiTexts.mask : uiTexts.reveal}
        icon={isShown ? <EyeOff /> : <Eye />}
        isDisabled={props.isDisabled}
        onPress={() => setShown(!isShown)}
      />
    </div>
  )
}
