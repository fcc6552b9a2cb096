import { globSync } from 'node:fs'
import { defineConfig } from 'oxlint'

type Pattern = { group: string[]; importNames?: string[]; message: string }

/** Which room may not import which. */
const closedTo = {
  domain: ['texts', 'contract', 'server', 'web'],
  texts: ['contract', 'server', 'web'],
  contract: ['server', 'web'],
  server: ['web'],
  web: ['server'],
} as const
type Room = keyof typeof closedTo
const rooms = Object.keys(closedTo) as Room[]

/** The wings of every room, and those below each, which alone it may import. What stands in no wing imports them all. */
const below: Record<string, readonly string[]> = {
  platform: [],
  access: ['platform'],
  identity: ['platform', 'access'],
  vault: ['platform', 'access'],
  office: ['platform', 'access', 'identity', 'vault'],
}
const wings = Object.keys(below)

/** Of the server, what only assembly imports. */
const ownToFeature = ['handlers', 'fragment']

/** The contract's schemas come of one maker: TypeBox's own would be told apart by nobody but a broken call. */
const schemasOf: Pattern = {
  group: ['typebox'],
  importNames: ['Type'],
  message: 'schemas are made with contract/platform/schema.ts (docs/decisions/0027)',
}
const schemaMakers = ['schema.ts', 'schema.test.ts'].map((name) => `src/contract/platform/${name}`)

const message = (rule: string) => `${rule} (docs/architecture.md)`

const roomPatterns = (room: Room): Pattern[] =>
  closedTo[room].map((other) => ({
    group: [`#${other}/**`, `**/${other}/**`],
    message: message(`${room}/ does not import ${other}/`),
  }))

/** Folders of a room that stand above its wings. */
const aboveWings = ['pages', 'backups', 'commands', 'root-keys', 'testing']

/** A wing imports itself and what is below it, by the alias; what stands above all wings is closed to it. */
const wingPatterns = (wing: string): Pattern[] => [
  ...wings
    .filter((other) => other !== wing && !below[wing]?.includes(other))
    .map((other) => ({ group: [`#*/${other}/**`], message: message(`${wing}/ does not import ${other}/`) })),
  {
    group: ['#*/*.ts', '#*/*.tsx', ...aboveWings.map((folder) => `#*/${folder}/**`)],
    message: message('a wing does not import what puts wings together'),
  },
]

/** A relative import stays in its folder: others are named by the alias, where the rules above see them. */
const staysWithin = (depth: number): Pattern => ({
  group: [`${'../'.repeat(depth + 1)}**`],
  message: message("another folder's file is imported by its alias"),
})

const restrict = (files: string[], patterns: Pattern[]) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns }] as ['error', { patterns: Pattern[] }] },
})

/** Every folder of a wing, as it stands on the disk: a new one is bound without anybody remembering. */
const folders = globSync(`src/{${rooms.join(',')}}/{${wings.join(',')}}/{,**/}`).map((folder) =>
  folder.replaceAll('\\', '/').replace(/\/$/, ''),
)

function patternsOf(folder: string): Pattern[] {
  const [, room, wing = '', feature, ...parts] = folder.split('/') as [string, Room, ...string[]]
  const patterns = [...roomPatterns(room), ...wingPatterns(wing)]
  if (room === 'contract') patterns.push(schemasOf)
  patterns.push(staysWithin(feature === undefined ? 0 : parts.length))
  if (room === 'server') {
    patterns.push({
      group: ownToFeature.map((name) => `#server/*/*/${name}.ts`),
      message: message('handlers are imported by assembly alone'),
    })
  }
  return patterns
}

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'react'],
  options: { typeAware: true },
  categories: { correctness: 'error' },
  ignorePatterns: ['dist/**'],
  rules: {
    // Imports of types count.
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'typescript/no-explicit-any': 'error',
  },
  overrides: [
    ...rooms.map((room) => restrict([`src/${room}/**`], roomPatterns(room))),
    ...folders.map((folder) => restrict([`${folder}/*`], patternsOf(folder))),
    // A test may see the whole: what it proves of a wing, it proves in the product.
    ...rooms.map((room) =>
      restrict([`src/${room}/**/*.test.{ts,tsx}`, `src/${room}/**/*testing.ts`], roomPatterns(room)),
    ),
    ...schemaMakers.map((file) =>
      restrict([file], [...roomPatterns('contract'), ...wingPatterns('platform')]),
    ),
  ],
})
