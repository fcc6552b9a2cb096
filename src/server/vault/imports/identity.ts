import { digestOf, type ElementSource } from '#server/vault/contents/element-source.ts'

/** A folder of the destination chest, outside the trash or in it. */
export type StandingFolder = {
  readonly id: number
  readonly parentId: number | null
  readonly isLive: boolean
  readonly name: string
  readonly source: ElementSource | null
}

/** An item of the destination chest; of one in the trash only its source counts. */
export type StandingItem = {
  readonly id: number
  readonly folderId: number | null
  readonly isLive: boolean
  /** Its `naturalKey`. */
  readonly key: string
  readonly source: ElementSource | null
}

/** What stands in the chest that a file is imported into. */
export type Standing = {
  readonly folders: readonly StandingFolder[]
  readonly items: readonly StandingItem[]
}

/** A text as names are compared: composed, without blanks around it; the case counts. */
export const comparable = (text: string): string => text.normalize('NFC').trim()

/** What people recognise an item by, within a folder. */
export const naturalKey = (item: { name: string; login: string; address: string }): string =>
  [item.name, item.login, item.address].map(comparable).join('\n')

/** Names an entry of a file that has no identifiers: by its path in the file and what people recognise it by. */
export const fingerprintOf = (path: readonly string[], key = ''): string =>
  `#${digestOf([...path.map(comparable), key]).slice(0, 22)}`

export const identityOf = (family: string, id: string): string => `${family}\n${id}`
