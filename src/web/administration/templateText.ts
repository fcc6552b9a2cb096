import { templateFaults, type ClientTemplate } from '#domain/client-template.ts'
import { administrationTexts } from '#texts/administration.ts'

const texts = administrationTexts.template
const shown = 8

/** What stands in the editor: a template, or what keeps it from being one, in sentences that say where. */
export type ReadTemplate = { template: ClientTemplate; faults: null } | { template: null; faults: string[] }

export const textOf = (template: ClientTemplate): string => JSON.stringify(template, null, 2)

export function readTemplate(text: string): ReadTemplate {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const { line, column } = placeOf(text, error)
    return { template: null, faults: [texts.notJson(line, column)] }
  }
  const faults = templateFaults(value)
  if (faults.length === 0) return { template: value as ClientTemplate, faults: null }
  const sentences = faults.slice(0, shown).map(({ place, kind }) => texts.fault(place, kind))
  if (faults.length > shown) sentences.push(texts.moreFaults(faults.length - shown))
  return { template: null, faults: sentences }
}

/** Where a text stops being JSON, from 1. Engines say it each in their own words, or not at all: then at its end. */
export function placeOf(text: string, error: unknown): { line: number; column: number } {
  const message = error instanceof Error ? error.message : ''
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? []
  if (line !== undefined && column !== undefined) return { line: Number(line), column: Number(column) }
  const [, position] = /position (\d+)/.exec(message) ?? []
  const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}
