import { useState, type ReactNode } from 'react'
import { items } from '#contract/vault/items.ts'
import { defaultCategoryId, requiredSecret } from '#domain/platform/categories.ts'
import { noItemTexts } from '#domain/vault/item-fields.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { extraFieldTexts } from '#texts/vault/extra-fields.ts'
import { call } from '#web/platform/api/client.ts'
import { isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { required } from '#web/platform/shell/checks.ts'
import { DangerMeter } from '#web/platform/ratings/DangerMeter.tsx'
import { FormRow } from '#web/platform/ui/Form.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { TextArea, TextField } from '#web/platform/ui/TextField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { DayField } from '#web/vault/due-dates/editors.tsx'
import { calendarDay } from '#web/vault/due-dates/ruleChecks.ts'
import { useDialogForm } from '#web/platform/ui/useDialogForm.ts'
import { CategorySelect } from './CategorySelect.tsx'
import { areSendable, ExtraFieldsForm, type FieldLine } from './ExtraFieldsForm.tsx'
import { itemChecks } from './itemChecks.ts'
import styles from './ItemForm.module.css'
import { otpCheck } from './otpCheck.ts'
import { OtpInput } from './OtpInput.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { proposePassword } from './proposal.ts'

const texts = itemTexts.fields
const empty = {
  ...noItemTexts,
  categoryId: defaultCategoryId as number,
  password: '',
  otp: '',
  renewBefore: '',
  fields: [] as readonly FieldLine[],
}
type Values = typeof empty

/** The category defines which of the two secrets is required, if any (ITEM-05, ITEM-06). */
const checks = {
  ...itemChecks,
  password: (text: string, values: Values) =>
    (requiredSecret(values.categoryId) === 'password' ? required(text) : null) ?? itemChecks.password(text),
  otp: (text: string, values: Values) =>
    (requiredSecret(values.categoryId) === 'otp' ? required(text) : null) ?? otpCheck(text),
  renewBefore: calendarDay,
  fields: (lines: readonly FieldLine[]) => (areSendable(lines) ? null : extraFieldTexts.incomplete),
}

export type CreateItemDialogProps = {
  chestId: number
  folderId: number | null
  onCreated: (itemId: number) => void
  onClose: () => void
}

/** The form of a new item in the current folder. Where a password is required, one is proposed. */
export function CreateItemDialog(props: CreateItemDialogProps): ReactNode {
  const toasts = useToasts()
  const [proposal, setProposal] = useState(proposePassword)
  const form = useDialogForm({ ...empty, password: proposal }, checks)
  const { values } = form
  const secret = requiredSecret(values.categoryId)
  const isProposed = values.password !== '' && values.password === proposal

  const propose = () => {
    const password = proposePassword()
    setProposal(password)
    return password
  }
  const chooseCategory = (categoryId: number) => {
    const isRequired = requiredSecret(categoryId) === 'password'
    if (isRequired && values.password === '') form.set({ categoryId, password: propose() })
    else form.set({ categoryId, ...(!isRequired && isProposed && { password: '' }) })
  }

  const submit = async ({ fields: lines, ...sent }: Values) => {
    const fields = lines.map(({ label, kind, value }) => ({ label, kind, value }))
    try {
      const place = { chestId: props.chestId, parentFolderId: props.folderId ?? '' } as const
      const { id } = await call(items.create, {
        body: { ...place, ...sent, fields: JSON.stringify(fields) },
      })
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
        <CategorySelect label={texts.category} value={values.categoryId} onChange={chooseCategory} />
      </FormRow>
      <TextField label={texts.login} spellCheck={false} {...form.field('login')} />
      <PasswordInput
        label={texts.password}
        isRequired={secret === 'password'}
        forbiddenWords={[values.name, values.login]}
        isSuggested={isProposed}
        onPropose={() => form.set({ password: propose() })}
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
      <DayField label={texts.renewBefore} {...form.field('renewBefore')} />
      <ExtraFieldsForm categoryId={values.categoryId} {...form.field('fields')} />
    </FormDialog>
  )
}
