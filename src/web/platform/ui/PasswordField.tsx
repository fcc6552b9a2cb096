import { useState, type ReactNode } from 'react'
import { Eye, EyeOff } from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import { IconButton } from './Button.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'

export type PasswordFieldProps = Omit<
  TextFieldProps,
  'type' | 'isMono' | 'isMasked' | 'spellCheck' | 'autoComplete'
> & {
  /**
   * Set for the password of the user's own account, which browsers may store. Without it the field is a masked text:
   * browsers offer to store what any password field holds, and so the secrets of the vault.
   */
  autoComplete?: 'current-password' | 'new-password' | undefined
}

/** A field for a secret, masked by default. */
export function PasswordField({ tail, ...props }: PasswordFieldProps): ReactNode {
  const [isShown, setShown] = useState(false)
  // Firefox masks texts since version 111.
  const isPasswordType = props.autoComplete !== undefined || !CSS.supports('-webkit-text-security', 'disc')
  return (
    <TextField
      {...props}
      type={isShown || !isPasswordType ? 'text' : 'password'}
      isMasked={!isShown && !isPasswordType}
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
