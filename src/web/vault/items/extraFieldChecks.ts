import { extraFieldKinds, labelFault, valueFault, type ExtraFieldKind } from '#domain/vault/extra-fields.ts'
import { extraFieldTexts } from '#texts/vault/extra-fields.ts'
import { fieldTexts } from '#texts/platform/ui.ts'

/** Returns the fault of a label, in French, or null. @param stored the label that it replaces */
export function checkLabel(label: string, stored = ''): string | null {
  const fault = labelFault(label, stored)
  return fault && extraFieldTexts.faults[fault]
}

/** Returns the fault of a value of a kind, in French, or null. @param stored the value that it replaces */
export function checkValue(kind: ExtraFieldKind, value: string, stored = ''): string | null {
  const fault = valueFault(kind, value, stored)
  if (fault === 'VALUE_TOO_LONG') return fieldTexts.tooLong(extraFieldKinds[kind].maximum)
  return fault && extraFieldTexts.faults[fault]
}
