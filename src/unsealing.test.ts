import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The functions that decrypt an item's password, one-time secret or concealed fields, a former value of them, or a whole item. */
const secretsOf =
  /\b(?:unsealPassword|unsealItemPassword|unsealItemOtp|unsealItemSecrets|unsealRowMetaAndPassword|unsealVersion|unsealSource)\b/

it('only these files decrypt the secrets of items', () => {
  const files = globSync('src/server/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|testing/.test(file) && secretsOf.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(files.map((file) => file.replaceAll('\\', '/').slice('src/server/'.length)).toSorted()).toEqual([
    'backups/open-content.ts',
    'platform/crypto/seal.ts',
    'vault/contents/element-source.ts',
    'vault/contents/old-values.ts',
    'vault/contents/sealing.ts',
    'vault/contents/versions.ts',
    'vault/copies/move.ts',
    'vault/exports/unseal-content.ts',
    'vault/imports/existing-content.ts',
    'vault/imports/rename-folders.ts',
    'vault/imports/undo-plan.ts',
    'vault/items/change.ts',
    'vault/items/reply.ts',
    'vault/items/secrets.ts',
    'vault/items/write-extra-fields.ts',
    'vault/items/write-fields.ts',
    'vault/ratings/ratings.ts',
    'vault/summaries/summary-build.ts',
  ])
})
