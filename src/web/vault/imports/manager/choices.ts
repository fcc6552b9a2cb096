import { choicesFor, type ImportChoice, type ImportVerdict } from '#domain/vault/import-plan.ts'
import { managerImportTexts as texts } from '#texts/vault/manager-imports.ts'

/** Returns the choices that a verdict allows, with their labels. */
export const choicesOfEntries = (
  verdict: ImportVerdict,
  mayUpdate: boolean,
): { id: ImportChoice; label: string }[] =>
  choicesFor(verdict, mayUpdate).map((id) => ({ id, label: texts.choices[id] }))
