import { columnName } from '../../column-names.ts'
import { managerImportLimits as limits } from '#domain/platform/limits.ts'
import { hasDoubled, isKeePassHeader, withoutEscapes } from '../../keepass-escapes.ts'
import { pathInBin } from '../../keepass-bin.ts'
import type { Format } from '../format.ts'
import type { Found } from '../found.ts'
import type { LooseTable } from '../loose-table.ts'
import { isHeaderOf, readTable, tableFormat, type TableSpec } from '../table-format.ts'

/** KeePass 1: CSV, which KeePass 2 writes too. It has no folders, OTP or identifiers. */
export const keePassCsv: Format = {
  id: 'keepass-csv',
  name: 'KeePass (CSV)',
  family: 'keepass-csv',
  endings: ['.csv', '.txt'],
  needs: [],
  recognises: (file) => file.kind === 'table' && isKeePassHeader(file.header),
  async read(file, { yielder }) {
    if (file.kind !== 'table') return { ok: false, code: 'FORMAT_OTHER' }
    const rows = await withoutEscapes(file, limits.rows + 2, yielder)
    const read = await readTable({ ...file, rows: rows ?? file.rows }, keePassSpec, yielder)
    return rows === null && !file.hasBackslashes && hasDoubled(file.text)
      ? { ...read, notes: [...read.notes, { reason: 'BACKSLASHES_KEPT' }] }
      : read
  },
}

const keePassSpec: TableSpec = {
  columns: {
    account: 'title',
    'login name': 'login',
    password: 'password',
    'web site': 'address',
    comments: 'notes',
  },
}

const isKeePassXc = (table: LooseTable): boolean =>
  table.names[0] === 'group' &&
  isHeaderOf(
    table,
    ['group', 'title', 'username', 'password', 'url', 'notes'],
    ['totp', 'icon', 'last modified', 'created'],
  )

/** KeePassXC and KeePassX 2: CSV. Its paths begin with the root group, which each round trip doubles. */
export const keePassXcCsv: Format = {
  id: 'keepassxc-csv',
  name: 'KeePassXC, KeePassX (CSV)',
  family: 'keepassxc-csv',
  endings: ['.csv', '.txt'],
  needs: [],
  recognises: (file) => file.kind === 'table' && isKeePassXc(file),
  async read(file, { answers, yielder }) {
    if (file.kind !== 'table') return { ok: false, code: 'FORMAT_OTHER' }
    const read = await readTable(file, keePassXcSpec, yielder)
    return withRootQuestion(withBin(read), answers['root'])
  },
}

const keePassXcSpec: TableSpec = {
  columns: {
    group: 'path',
    title: 'title',
    username: 'login',
    password: 'password',
    url: 'address',
    notes: 'notes',
    totp: 'otp',
    icon: 'ignore',
    'last modified': 'ignore',
    created: 'ignore',
  },
}

/** Marks what lies in the recycle bin; its place is the one below it. */
const withBin = (read: Found): Found => ({
  ...read,
  entries: read.entries.map((entry) => {
    const path = pathInBin(entry.path)
    return path === null ? entry : { ...entry, path, state: 'binned' }
  }),
})

/** Names of the root group in the languages that it is written in here. */
const rootNames = new Set(['root', 'racine', 'passwords', 'mots de passe'])

/** Asks whether the folder around all others is kept, if there is one. */
export function withRootQuestion(read: Found, answer: string | undefined): Found {
  const live = read.entries.filter(({ state }) => state !== 'binned')
  const root = live[0]?.path[0]
  if (root === undefined || !live.every(({ path }) => path[0] === root)) return read
  const proposed = rootNames.has(columnName(root)) ? 'drop' : 'keep'
  const isDropped = (answer ?? proposed) === 'drop'
  return {
    ...read,
    entries: isDropped
      ? read.entries.map((entry) =>
          entry.state === 'binned' ? entry : { ...entry, path: entry.path.slice(1) },
        )
      : read.entries,
    questions: [
      ...read.questions,
      { id: 'root', choices: ['drop', 'keep'], proposed, count: live.length, detail: root },
    ],
  }
}

/** Strongbox: CSV. */
export const strongbox = tableFormat({
  id: 'strongbox-csv',
  name: 'Strongbox',
  family: 'strongbox',
  matches: (table) =>
    isHeaderOf(table, ['title', 'username', 'email', 'password', 'url', 'otpauth', 'notes']),
  columns: {
    title: 'title',
    username: 'login',
    email: 'email',
    password: 'password',
    url: 'address',
    otpauth: 'otp',
    notes: 'notes',
  },
})
