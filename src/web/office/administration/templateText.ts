import { templateFaults, type ClientTemplate } from '#domain/office/client-template.ts'
import { administrationTexts } from '#texts/office/administration.ts'
import { jsonFault } from './jsonFault.ts'

const texts = administrationTexts.template
const shown = 8

/** The content of the editor: a template, or sentences that name each fault and its place. */
export type ReadTemplate = { template: ClientTemplate; faults: null } | { template: null; faults: string[] }

export const textOf = (template: ClientTemplate): string => JSON.stringify(template, null, 2)

export function readTemplate(text: string): ReadTemplate {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const { line, column } = jsonFault(text) ?? { line: 1, column: 1 }
    return { template: null, faults: [texts.notJson(line, column)] }
  }
  const faults = templateFaults(value)
  if (faults.length === 0) return { template: value as ClientTemplate, faults: null }
  const sentences = faults.slice(0, shown).map(({ place, kind }) => texts.fault(place, kind))
  if (faults.length > shown) sentences.push(texts.moreFaults(faults.length - shown))
  return { template: null, faults: sentences }
}
