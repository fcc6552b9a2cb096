import { extraFieldKinds, labelFault, valueFault, type ExtraFieldKind } from '#domain/vault/extra-fields.ts'
import { extraFieldTexts } from '#texts/vault/extra-fields.ts'
import { fieldTexts } from '#texts/platform/ui.ts'

/** Returns the fault of a label, in French, or null. */
export function checkLabel(label: string): string | null {
  const fault = labelFault(label)
  return fault && extraFieldTexts.faults[fault]
}

/** Returns the fault of a value of a kind, in French, or null. */
export function checkValue(kind: ExtraFieldKind, value: string): string | null {
  const fault = valueFault(kind, value)
  if (fault === 'VALUE_TOO_LONG') return fieldTexts.tooLong(extraFieldKinds[kind].maximum)
  return fault && extraFieldTexts.faults[fault]
}
