import { defineConfig } from 'oxlint'

type Pattern = { group: string[]; importNames?: string[]; message: string }

/** Which room may not import which: the dependency rule of docs/architecture.md, as data. */
const closedTo = {
  domain: ['texts', 'contract', 'server', 'web'],
  texts: ['contract', 'server', 'web'],
  contract: ['server', 'web'],
  server: ['web'],
  web: ['server'],
} as const

/** Features meet only in another feature's `queries.ts` on the server, and only in `pages/` in the browser. */
const features = {
  server: [
    'account',
    'activity',
    'administration',
    'changelog',
    'chest-rights',
    'chests',
    'dashboard',
    'directory',
    'documents',
    'explorer',
    'favourites',
    'folders',
    'imports',
    'items',
    'mail-codes',
    'master-key',
    'nota',
    'operations',
    'passkeys',
    'passwords',
    'recovery-codes',
    'resets',
    'search',
    'sign-in',
    'sso',
    'tools',
    'trash',
    'banks',
    'teams',
  ],
  web: [
    'account',
    'administration',
    'banks',
    'chest-rights',
    'chests',
    'dashboard',
    'explorer',
    'favourites',
    'folders',
    'imports',
    'items',
    'master-key',
    'nota',
    'search',
    'sign-in',
    'teams',
    'tools',
    'trash',
    'users',
  ],
} as const

/** The contract's schemas come of one maker: TypeBox's own would be told apart by nobody but a broken call. */
const schemasOf = {
  group: ['typebox'],
  importNames: ['Type'],
  message: 'schemas are made with contract/schema.ts (docs/decisions/0027)',
}

const roomPatterns = (room: keyof typeof closedTo): Pattern[] =>
  closedTo[room].map((other) => ({
    group: [`#${other}/**`, `**/${other}/**`],
    message: `${room}/ does not import ${other}/ (docs/architecture.md)`,
  }))

const featurePatterns = (room: keyof typeof features, feature: string): Pattern[] =>
  features[room]
    .filter((other) => other !== feature)
    .map((other) => ({
      group: [
        `**/../${other}/**`,
        `#${room}/${other}/**`,
        `!**/../${other}/queries.ts`,
        `!#${room}/${other}/queries.ts`,
      ],
      message: `the feature ${feature} meets ${other} only in its queries.ts (docs/architecture.md)`,
    }))

const restrict = (files: string[], patterns: Pattern[]) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns }] as ['error', { patterns: Pattern[] }] },
})

const rooms = Object.keys(closedTo) as (keyof typeof closedTo)[]
const featureRooms = Object.keys(features) as (keyof typeof features)[]

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'react'],
  options: { typeAware: true },
  categories: { correctness: 'error' },
  ignorePatterns: ['dist/**'],
  rules: { 'import/no-cycle': 'error', 'typescript/no-explicit-any': 'error' },
  overrides: [
    ...rooms.map((room) => restrict([`src/${room}/**`], roomPatterns(room))),
    restrict(['src/contract/**'], [...roomPatterns('contract'), schemasOf]),
    restrict(['src/contract/schema.ts', 'src/contract/schema.test.ts'], roomPatterns('contract')),
    ...featureRooms.flatMap((room) =>
      features[room].map((feature) =>
        restrict([`src/${room}/${feature}/**`], [...roomPatterns(room), ...featurePatterns(room, feature)]),
      ),
    ),
  ],
})
