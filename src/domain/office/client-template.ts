import { fieldLimits } from '#domain/platform/limits.ts'
import { holdsMarkup, matchesPattern } from '#domain/platform/patterns.ts'

/** A folder of the tree that a new client gets. */
export type ClientFolder = { name: string; description?: string; folders?: ClientFolder[] }
/** The folders below a new client's root folder. */
export type ClientTemplate = { folders: ClientFolder[] }

/** The limits of a template: levels below the client's root folder, and folders in total. */
export const templateLimits = { depth: 10, folders: 500 } as const

export const templateFaultKinds = [
  'not-an-object',
  'not-a-list',
  'not-a-text',
  'unknown-field',
  'name-missing',
  'name-refused',
  'too-long',
  'markup',
  'unprintable',
  'name-twice',
  'too-deep',
  'too-many',
] as const
export type TemplateFaultKind = (typeof templateFaultKinds)[number]
/** The kind of a fault, and its place as a path such as `folders[2].folders[0].name`. */
export type TemplateFault = { place: string; kind: TemplateFaultKind }

const fieldsOf = { template: ['folders'], folder: ['name', 'description', 'folders'] } as const
/** NUL, which PostgreSQL refuses in a text, and lone surrogates, which UTF-8 cannot encode. */
const unkept = /[\0\p{Cs}]/u

/** A queued value. Recursion would overflow the stack on a hostile document. */
type Step = { value: unknown; place: string; depth: number }

/**
 * Returns every fault of a template in breadth-first order; an empty list for a valid one. The browser
 * validates what the user types with it, the server what it receives.
 */
export function templateFaults(value: unknown): TemplateFault[] {
  const faults: TemplateFault[] = []
  const fault = (place: string, kind: TemplateFaultKind): void => void faults.push({ place, kind })
  if (!isObject(value)) return [{ place: '', kind: 'not-an-object' }]
  unknownFields(value, fieldsOf.template, '', fault)
  if (value['folders'] === undefined) return [...faults, { place: 'folders', kind: 'not-a-list' }]
  const waiting: Step[] = [{ value: value['folders'], place: 'folders', depth: 1 }]
  let folders = 0
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const { value: list, place, depth } = step
    if (!Array.isArray(list)) {
      fault(place, 'not-a-list')
      continue
    }
    if (list.length > 0 && depth > templateLimits.depth) {
      fault(place, 'too-deep')
      continue
    }
    folders += list.length
    if (folders > templateLimits.folders) {
      fault(place, 'too-many')
      break
    }
    const names = new Set<string>()
    for (const [index, folder] of (list as unknown[]).entries()) {
      const at = `${place}[${index}]`
      if (!isObject(folder)) {
        fault(at, 'not-an-object')
        continue
      }
      unknownFields(folder, fieldsOf.folder, at, fault)
      checkName(folder['name'], `${at}.name`, names, fault)
      checkDescription(folder['description'], `${at}.description`, fault)
      if (folder['folders'] !== undefined)
        waiting.push({ value: folder['folders'], place: `${at}.folders`, depth: depth + 1 })
    }
  }
  return faults
}

type Tell = (place: string, kind: TemplateFaultKind) => void

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function unknownFields(
  value: Record<string, unknown>,
  known: readonly string[],
  place: string,
  fault: Tell,
): void {
  for (const field of Object.keys(value)) {
    if (!known.includes(field)) fault([place, field.slice(0, 100)].filter(Boolean).join('.'), 'unknown-field')
  }
}

function checkName(value: unknown, place: string, names: Set<string>, fault: Tell): void {
  if (value === undefined) return fault(place, 'name-missing')
  if (typeof value !== 'string') return fault(place, 'not-a-text')
  const name = value.trim()
  if (name === '') return fault(place, 'name-missing')
  if (name.length > fieldLimits.name) return fault(place, 'too-long')
  if (holdsMarkup(name)) return fault(place, 'markup')
  if (!matchesPattern('REGEX_FOLDER_NAME', name)) return fault(place, 'name-refused')
  if (names.has(name)) return fault(place, 'name-twice')
  names.add(name)
}

function checkDescription(value: unknown, place: string, fault: Tell): void {
  if (value === undefined) return
  if (typeof value !== 'string') return fault(place, 'not-a-text')
  if (value.length > fieldLimits.description) return fault(place, 'too-long')
  if (holdsMarkup(value)) return fault(place, 'markup')
  if (unkept.test(value)) fault(place, 'unprintable')
}

/** Returns the number of folders of a template, without the client's root folder. */
export const folderCount = (folders: readonly ClientFolder[]): number =>
  folders.reduce((count, folder) => count + 1 + folderCount(folder.folders ?? []), 0)
