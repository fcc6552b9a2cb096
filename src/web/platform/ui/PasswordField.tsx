import { useState, type ReactNode } from 'react'
import { Eye, EyeOff } from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import { IconButton } from './Button.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'isMono' | 'spellCheck'>

/** A field for a secret, masked by default. */
export function PasswordField({ tail, ...props }: PasswordFieldProps): ReactNode {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      // A suggestion that is read can be edited in place.
      isSuggested={props.isSuggested === true && !isShown}
      isMono={isShown || props.value !== ''}
      spellCheck={false}
      tail={
        <>
          {tail}
          <IconButton
            size="small"
            label={isShown ? uiTexts.mask : uiTexts.reveal}
            icon={isShown ? <EyeOff /> : <Eye />}
            isDisabled={props.isDisabled}
            onPress={() => setShown(!isShown)}
          />
        </>
      }
    />
  )
}
