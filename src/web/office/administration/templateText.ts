import { templateFaults, type ClientTemplate } from '#domain/office/client-template.ts'
import { administrationTexts } from '#texts/office/administration.ts'
import { jsonFault } from './jsonFault.ts'
import { isTree, nodesOf, type TemplateNode } from './templateNodes.ts'

const texts = administrationTexts.template
type Nodes = readonly TemplateNode[]
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

/** Returns the folders of a text for the tree; null when only the text can be corrected. */
export function readNodes(text: string): Nodes | null {
  try {
    const value: unknown = JSON.parse(text)
    return isTree(templateFaults(value)) ? nodesOf((value as ClientTemplate).folders) : null
  } catch {
    return null
  }
}
