import type { ReactNode } from 'react'
import { items } from '#contract/vault/items.ts'
import { defaultCategoryId, requiredSecret } from '#domain/platform/categories.ts'
import { noItemTexts } from '#domain/vault/item-fields.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { call } from '#web/platform/api/client.ts'
import { isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { required } from '#web/platform/shell/checks.ts'
import { DangerMeter } from '#web/platform/ratings/DangerMeter.tsx'
import { FormRow } from '#web/platform/ui/Form.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { TextArea, TextField } from '#web/platform/ui/TextField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useDialogForm } from '#web/platform/ui/useDialogForm.ts'
import { CategorySelect } from './CategorySelect.tsx'
import { itemChecks } from './itemChecks.ts'
import styles from './ItemForm.module.css'
import { OtpInput } from './OtpInput.tsx'
import { PasswordInput } from './PasswordInput.tsx'

const texts = itemTexts.fields
const empty = { ...noItemTexts, categoryId: defaultCategoryId as number, password: '', otp: '' }
type Values = typeof empty

/** The category defines which of the two secrets is required (ITEM-05, ITEM-06). */
const checks = {
  ...itemChecks,
  password: (text: string, values: Values) =>
    (requiredSecret(values.categoryId) === 'password' ? required(text) : null) ?? itemChecks.password(text),
  otp: (text: string, values: Values) =>
    (requiredSecret(values.categoryId) === 'otp' ? required(text) : null) ?? itemChecks.otp(text),
}

export type CreateItemDialogProps = {
  chestId: number
  folderId: number | null
  onCreated: (itemId: number) => void
  onClose: () => void
}

/** The form of a new item in the current folder. */
export function CreateItemDialog(props: CreateItemDialogProps): ReactNode {
  const toasts = useToasts()
  const form = useDialogForm(empty, checks)
  const { values } = form
  const secret = requiredSecret(values.categoryId)

  const submit = async (sent: Values) => {
    try {
      const place = { chestId: props.chestId, parentFolderId: props.folderId ?? '' } as const
      const { id } = await call(items.create, { body: { ...place, ...sent } })
      toasts.success(itemTexts.created)
      props.onCreated(id)
    } catch (error) {
      toasts.error(itemTexts.createFailed)
      if (isCode(error, 'ADDRESS_REFUSED')) form.fail('address', error.message)
      else if (isCode(error, 'OTP_SECRET_INVALID')) form.fail('otp', itemTexts.otpFormat)
      else form.fail('name', sentenceOf(error))
    }
  }

  return (
    <FormDialog
      title={itemTexts.createTitle}
      submitLabel={itemTexts.submit}
      {...form.dialog(submit)}
      onClose={props.onClose}
    >
      <FormRow>
        <TextField label={texts.name} isRequired autoFocus {...form.field('name')} />
        <CategorySelect
          label={texts.category}
          value={values.categoryId}
          onChange={(categoryId) => form.set({ categoryId })}
        />
      </FormRow>
      <TextField label={texts.login} spellCheck={false} {...form.field('login')} />
      <PasswordInput
        label={texts.password}
        isRequired={secret === 'password'}
        forbiddenWords={[values.name, values.login]}
        {...form.field('password')}
      />
      <div className={styles.withMeter}>
        <TextField
          label={texts.address}
          inputMode="url"
          spellCheck={false}
          placeholder={itemTexts.addressHelp}
          {...form.field('address')}
        />
        {values.address !== '' && <DangerMeter address={values.address} />}
      </div>
      <OtpInput label={texts.otp} isRequired={secret === 'otp'} {...form.field('otp')} />
      <TextArea label={texts.description} {...form.field('description')} />
    </FormDialog>
  )
}
