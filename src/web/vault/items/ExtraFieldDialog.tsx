import type { ReactNode } from 'react'
import type { ExtraFieldKind } from '#domain/vault/extra-fields.ts'
import { extraFieldTexts as texts } from '#texts/vault/extra-fields.ts'
import { panelTexts } from '#texts/vault/contents.ts'
import { isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { FormRow } from '#web/platform/ui/Form.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useDialogForm } from '#web/platform/ui/useDialogForm.ts'
import { FieldConflict } from '#web/vault/element-panel/conflicts.ts'
import { checkLabel, checkValue } from './extraFieldChecks.ts'
import { ValueEditor } from './extraFieldEditors.tsx'
import { kindChoices } from './ExtraFieldsForm.tsx'
import styles from './ExtraFields.module.css'
import type { Item } from './queries.ts'
import { readExtraField } from './secrets.ts'
import { useExtraFieldSaves, type ItemExtraField } from './useExtraFieldSaves.ts'

export type ExtraFieldDialogProps = {
  item: Item
  /** The field to change; null for a new one. */
  field: ItemExtraField | null
  onChanged: () => Promise<void>
  onClose: () => void
}
type Values = { label: string; kind: ExtraFieldKind; value: string }

/** The form of a new extra field, or of the label and the kind of one. */
export function ExtraFieldDialog({ item, field, onChanged, onClose }: ExtraFieldDialogProps): ReactNode {
  const { add, rename } = useExtraFieldSaves(item, onChanged)
  const toasts = useToasts()
  const known = typeof field?.value === 'string' ? field.value : null
  const initial: Values = { label: field?.label ?? '', kind: field?.kind ?? 'text', value: known ?? '' }
  const form = useDialogForm<Values>(initial, {
    label: (label) => checkLabel(label, field?.label),
    // A value whose kind stays is not judged again.
    value: (value, { kind }) =>
      field === null || (known !== null && kind !== field.kind) ? checkValue(kind, value, known ?? '') : null,
  })
  const { kind } = form.values
  const isReading = field?.kind === 'concealed' && kind !== 'concealed'
  const needsValue = field !== null && (field.kind === 'concealed') !== (kind === 'concealed')

  const submit = async (sent: Values) => {
    try {
      if (field === null) await add(sent.label, sent.kind, sent.value)
      else {
        const value = needsValue ? (known ?? (await readExtraField(item.id, field.id))) : undefined
        await rename(field, sent.label.trim(), sent.kind, value)
      }
      onClose()
    } catch (error) {
      toasts.error(panelTexts.updateFailed)
      if (error instanceof FieldConflict) form.fail('label', panelTexts.conflict.title(error.by))
      else if (isCode(error, 'PATTERN_MISMATCH') || isCode(error, 'ADDRESS_REFUSED'))
        form.fail(field === null ? 'value' : 'kind', texts.kindRefused)
      else form.fail('label', sentenceOf(error))
    }
  }
  return (
    <FormDialog
      title={field === null ? texts.addTitle : texts.editTitle(field.label)}
      submitLabel={field === null ? texts.submitAdd : texts.submitEdit}
      {...form.dialog(submit)}
      onClose={onClose}
    >
      <FormRow>
        <TextField label={texts.label} isRequired autoFocus {...form.field('label')} />
        <Select
          label={texts.kind}
          choices={kindChoices}
          {...form.field('kind')}
          error={form.field('kind').error ?? (field === null ? null : form.field('value').error)}
        />
      </FormRow>
      <p className={styles.help}>{isReading ? texts.reveals : texts.kindHelp[kind]}</p>
      {field === null && <ValueEditor kind={kind} label={texts.value} isRequired {...form.field('value')} />}
    </FormDialog>
  )
}
