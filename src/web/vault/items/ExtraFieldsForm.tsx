import { extraFieldLimits } from '#domain/platform/limits.ts'
import { useRef, useState, type ReactNode } from 'react'
import { Plus, Trash2 } from 'lucide-react'
import { categoryOfId } from '#domain/platform/categories.ts'
import {
  extraFieldKindNames,
  suggestedFields,
  suggestionsOf,
  type ExtraFieldKind,
  type NewExtraField,
} from '#domain/vault/extra-fields.ts'
import {
  extraFieldKindTexts,
  extraFieldTexts as texts,
  suggestedFieldTexts,
} from '#texts/vault/extra-fields.ts'
import { Button, IconButton } from '#web/platform/ui/Button.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { whenReleased } from '#web/platform/ui/whenReleased.ts'
import { checkLabel, checkValue } from './extraFieldChecks.ts'
import { ValueEditor } from './extraFieldEditors.tsx'
import styles from './ExtraFields.module.css'

/** An extra field of a form; `key` identifies its line. */
export type FieldLine = NewExtraField & { readonly key: number }

/** Returns whether a form's extra fields may be sent. */
export const areSendable = (lines: readonly FieldLine[]): boolean =>
  lines.every(({ label, kind, value }) => checkLabel(label) === null && checkValue(kind, value) === null)

export const kindChoices = extraFieldKindNames.map((id) => ({ id, label: extraFieldKindTexts[id] }))

export type ExtraFieldsFormProps = {
  categoryId: number
  value: readonly FieldLine[]
  onChange: (lines: readonly FieldLine[]) => void
  /** Set by a refused submission: every fault is shown. */
  error: string | null
}

/** The extra fields of a new item: those of its category are proposed, others can be added. */
export function ExtraFieldsForm({
  categoryId,
  value: lines,
  onChange,
  error,
}: ExtraFieldsFormProps): ReactNode {
  const add = useRef<HTMLButtonElement>(null)
  const [last, setLast] = useState(0)
  const category = categoryOfId(categoryId)
  const taken = new Set(lines.map(({ label }) => label))
  const proposed = (category === null ? [] : suggestionsOf[category]).filter(
    (name) => !taken.has(suggestedFieldTexts[name]),
  )
  const isFull = lines.length >= extraFieldLimits.fields
  const append = (label: string, kind: ExtraFieldKind) => {
    setLast(last + 1)
    onChange([...lines, { key: last + 1, label, kind, value: '' }])
  }
  return (
    <section className={styles.form} aria-label={texts.title}>
      <h3 className={styles.title}>{texts.title}</h3>
      {lines.map((line, place) => (
        <FieldLineEditor
          key={line.key}
          line={line}
          place={place + 1}
          isNew={line.key === last}
          showsFaults={error !== null}
          onChange={(changed) => onChange(lines.map((one) => (one === line ? { ...one, ...changed } : one)))}
          onRemove={() => {
            onChange(lines.filter((one) => one !== line))
            add.current?.focus()
          }}
        />
      ))}
      <div className={styles.suggestions} role="group" aria-label={texts.suggestions}>
        {!isFull &&
          proposed.map((name) => (
            <Button
              key={name}
              size="small"
              icon={<Plus />}
              aria-label={texts.addSuggested(suggestedFieldTexts[name])}
              onPress={() => append(suggestedFieldTexts[name], suggestedFields[name])}
            >
              {suggestedFieldTexts[name]}
            </Button>
          ))}
        <Button
          ref={add}
          size="small"
          look="plain"
          icon={<Plus />}
          isDisabled={isFull}
          onPress={() => append('', 'text')}
        >
          {texts.add}
        </Button>
      </div>
      {isFull && <p className={styles.help}>{texts.full}</p>}
    </section>
  )
}

type LineProps = {
  line: FieldLine
  place: number
  /** Whether it was just added: it takes the focus. */
  isNew: boolean
  showsFaults: boolean
  onChange: (changed: Partial<NewExtraField>) => void
  onRemove: () => void
}

function FieldLineEditor({ line, place, isNew, showsFaults, onChange, onRemove }: LineProps): ReactNode {
  const { label, kind, value } = line
  const [isProposed] = useState(label !== '')
  const [left, setLeft] = useState({ label: false, value: false })
  const leave = (part: 'label' | 'value') =>
    whenReleased(() => setLeft((before) => ({ ...before, [part]: true })))
  const faultOf = (part: 'label' | 'value'): string | null =>
    left[part] || showsFaults ? (part === 'label' ? checkLabel(label) : checkValue(kind, value)) : null
  const valueEditor = (
    <ValueEditor
      kind={kind}
      label={isProposed ? label : texts.value}
      value={value}
      onChange={(changed) => onChange({ value: changed })}
      onBlur={() => leave('value')}
      error={faultOf('value')}
      autoFocus={isNew && isProposed}
    />
  )
  const remove = (
    <IconButton
      label={label.trim() === '' ? texts.remove : texts.removeOf(label)}
      icon={<Trash2 />}
      onPress={onRemove}
    />
  )
  // The label and the kind of a proposed field stand: only its value is asked for.
  if (isProposed)
    return (
      <div className={styles.proposed}>
        {valueEditor}
        {remove}
      </div>
    )
  return (
    <div className={styles.fieldLine} role="group" aria-label={label.trim() || texts.group(place)}>
      <div className={styles.head}>
        <TextField
          label={texts.label}
          value={label}
          onChange={(changed) => onChange({ label: changed })}
          onBlur={() => leave('label')}
          error={faultOf('label')}
          autoFocus={isNew}
          maxLength={extraFieldLimits.label}
        />
        <Select
          label={texts.kind}
          choices={kindChoices}
          value={kind}
          onChange={(chosen) => onChange({ kind: chosen })}
        />
        {remove}
      </div>
      {valueEditor}
    </div>
  )
}
