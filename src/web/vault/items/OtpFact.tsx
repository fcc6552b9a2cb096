import type { ReactNode } from 'react'
import { Eraser } from 'lucide-react'
import { itemTexts } from '#texts/vault/items.ts'
import { InlineField } from '#web/vault/element-panel/InlineField.tsx'
import { lazyPart } from '#web/platform/shell/lazyPart.tsx'
import { IconButton } from '#web/platform/ui/Button.tsx'
import { itemChecks } from './itemChecks.ts'
import { OtpCell } from './OtpCell.tsx'
import { OtpCode } from './OtpCode.tsx'
import type { SecretFactProps } from './PasswordFact.tsx'

const OtpInput = lazyPart(() => import('./OtpInput.tsx').then((module) => module.OtpInput))

/** The one-time code with its countdown. Its secret can be replaced or deleted, and is never shown. */
export function OtpFact({ item, isRequired, onSave, onClear }: SecretFactProps): ReactNode {
  return (
    <InlineField
      label={item.otp ? itemTexts.otpCode : itemTexts.fields.otp}
      editLabel={itemTexts.replaceSecret}
      isRequired={isRequired}
      initial=""
      check={itemChecks.otp}
      onSave={onSave}
      editor={(field) => <OtpInput {...field} autoFocus />}
      theirs={item.otp && <OtpCell itemId={item.id} name={item.name} look="panel" />}
      actions={
        item.otp &&
        onClear !== undefined && (
          <IconButton size="small" label={itemTexts.deleteOtp} icon={<Eraser />} onPress={onClear} />
        )
      }
    >
      {item.otp ? <OtpCode key={item.revision} itemId={item.id} /> : null}
    </InlineField>
  )
}
