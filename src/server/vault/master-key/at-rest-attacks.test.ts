import { createHmac } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { unwrapKey } from '#server/platform/crypto/chest-key.ts'
import { dataKeyFrom, type DataKey } from '#server/platform/crypto/data-key.ts'
import { asSealed, keyVersionOf } from '#server/platform/crypto/envelope.ts'
import { hkdf } from '#server/platform/crypto/hkdf.ts'
import { systemLabels } from '#server/platform/crypto/keyring.ts'
import type { SealPlace } from '#server/platform/crypto/place.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { unseal } from '#server/platform/crypto/seal.ts'
import { hashToken } from '#server/platform/crypto/token.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { formOf } from '#server/vault/attachments/attachment-testing.ts'
import { placeOfAttachmentKey } from '#server/vault/attachments/sealing.ts'
import { placeOfSnapshotPart } from '#server/vault/chest-index/sealed-chest.ts'
import { placeOfChestKey } from '#server/vault/chests/chest-keys.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { placeOfKey, placeOfPart, placeOfVersion } from '#server/vault/contents/places.ts'
import { goodKey, idOf, otherKey, startGuardianWorld, type GuardianWorld } from './testing.ts'

type Row = Record<string, unknown>

/** Reads all rows of all tables, as a thief of the database would. */
async function stolen({ app }: GuardianWorld): Promise<Map<string, Row[]>> {
  const { db } = app.deps
  const tables = await db.introspection.getTables()
  const entries = tables.map(async ({ name }): Promise<[string, Row[]]> => [
    name,
    (await db
      .selectFrom(name as 'items')
      .selectAll()
      .execute()) as unknown as Row[],
  ])
  return new Map(await Promise.all(entries))
}

/**
 * Unseals everything that database and root keys give access to. It tries every key that can be derived: the
 * root keys, keys derived from them, every field with the length of a key, and every key that one of these
 * unwraps. Places are public, since the code contains them.
 *
 * @param known what the thief has besides: the handle in a browser's storage
 * @returns the unsealed texts, by chest
 */
function plunder(
  dump: Map<string, Row[]>,
  at: GuardianWorld,
  known: readonly string[] = [],
): Map<number, string[]> {
  const { keyring } = at.app.deps.keys
  const rows = (table: string) => dump.get(table) ?? []
  const keys = new Map<string, DataKey>()
  const learn = (bytes: Uint8Array): void => {
    keys.set(Buffer.from(bytes).toString('hex'), dataKeyFrom(1, bytes))
  }
  const roots = [keyring.root(1), ...systemLabels.map((label) => keyring.system(label, 1))]
  for (const { key } of roots) learn(key.export())
  const fields = [...dump.values()].flat().flatMap((row) => Object.values(row))
  for (const field of fields) if (field instanceof Uint8Array && field.length === 32) learn(field)
  for (const text of known) {
    learn(hashToken(new Secret(text)))
    const hashes = rows('sessions').map((row) => row['secret_hash'] as Uint8Array)
    // As the code derives it, with known values instead of the secret.
    for (const salt of roots.map(({ key }) => key.export())) {
      for (const secret of [...hashes, Buffer.from(text), Buffer.alloc(32)])
        learn(hkdf(secret, `trousseau|unlock|${text}`, { salt }))
    }
  }

  const numberIn = (row: Row, column: string) => Number(row[column] ?? 0)
  const bytesIn = (row: Row, column: string) => row[column] as Uint8Array
  const openings: { chest: number; place: SealPlace; sealed: Uint8Array; isKey: boolean }[] = []
  const add = (chest: number, place: SealPlace, sealed: unknown, isKey = false) => {
    if (sealed instanceof Uint8Array) openings.push({ chest, place, sealed, isKey })
  }
  for (const row of rows('chest_keys')) {
    const chest = numberIn(row, 'chest_id')
    const place = placeOfChestKey(chest, numberIn(row, 'version'))
    add(chest, place, row['wrapped'], true)
    // The inner layer of a key that is wrapped twice.
    try {
      const inner = unseal(
        keyring.root(numberIn(row, 'root_version')),
        place,
        asSealed(bytesIn(row, 'wrapped')),
      )
      for (const field of ['wrapped', 'wrapped.guardian', 'wrapped.former'])
        add(chest, { ...place, field }, inner, true)
    } catch (error) {
      if (!(error instanceof SealError)) throw error
    }
  }
  for (const row of rows('chest_unlocks')) {
    const chest = numberIn(row, 'chest_id')
    const place = { table: 'chest_unlocks', rowId: chest, field: 'sealed', parentId: chest }
    add(chest, { ...place, revision: numberIn(row, 'lock_version') }, row['sealed'], true)
  }
  const chestOf = new Map<string, number>()
  for (const [table, parent] of [
    ['folders', 'parent_id'],
    ['items', 'folder_id'],
  ] as const) {
    for (const row of rows(table)) {
      const [id, chest] = [numberIn(row, 'id'), numberIn(row, 'chest_id')]
      chestOf.set(`${table} ${id}`, chest)
      add(chest, placeOfKey(table, id, numberIn(row, parent)), row['wrapped_key'], true)
      for (const field of ['meta', 'password', 'otp', 'secrets', 'source'] as const)
        add(chest, placeOfPart(table, id, field, chest, numberIn(row, `${field}_revision`)), row[field])
    }
  }
  for (const row of rows('versions')) {
    const element = numberIn(row, 'element_id')
    const chest = chestOf.get(`${String(row['element'])}s ${element}`) ?? 0
    add(chest, placeOfVersion(numberIn(row, 'id'), String(row['field']), element), row['sealed'])
  }

  const itemOf = new Map<number, number>()
  for (const row of rows('attachments')) {
    const [id, itemId, chest] = ['id', 'item_id', 'chest_id'].map((column) => numberIn(row, column)) as [
      number,
      number,
      number,
    ]
    itemOf.set(id, itemId)
    add(chest, placeOfAttachmentKey({ id, itemId }), row['wrapped_key'], true)
    add(chest, { ...placeOfAttachmentKey({ id, itemId }), field: 'meta' }, row['meta'])
  }
  for (const row of rows('attachment_chunks')) {
    const [id, revision] = [numberIn(row, 'attachment_id'), numberIn(row, 'number')]
    const itemId = itemOf.get(id) ?? 0
    for (const field of ['chunk', 'last'])
      add(
        chestOf.get(`items ${itemId}`) ?? 0,
        { ...placeOfAttachmentKey({ id, itemId }), field, revision },
        row['sealed'],
      )
  }

  for (const row of rows('chest_summaries')) {
    const chest = numberIn(row, 'chest_id')
    const place = { table: 'chest_summaries', rowId: chest, field: 'sealed', parentId: chest }
    add(chest, { ...place, revision: numberIn(row, 'revision') }, row['sealed'])
  }
  for (const row of rows('chest_snapshots')) {
    const chest = numberIn(row, 'chest_id')
    const place = { chestId: chest, revision: numberIn(row, 'revision') }
    add(chest, placeOfSnapshotPart(place, numberIn(row, 'part'), numberIn(row, 'parts')), row['sealed'])
  }
  for (const row of rows('installation_keys')) {
    const place = { table: 'installation_keys', rowId: 0, parentId: 0, revision: 0 }
    const wrapped = asSealed(bytesIn(row, 'wrapped'))
    const name = String(row['name'])
    const { key } = unwrapKey(keyring.root(keyVersionOf(wrapped)), { ...place, field: name }, wrapped)
    learn(key.export())
    for (const use of ['marks', 'kept']) learn(hkdf(key, `trousseau|${name}|${use}`))
  }

  const found = new Map<number, string[]>()
  const done = new Set<string>()
  for (let grew = true; grew;) {
    grew = false
    for (const [at, { chest, place, sealed, isKey }] of openings.entries()) {
      for (const [name, { key }] of keys) {
        const trial = `${at} ${name}`
        if (done.has(trial)) continue
        done.add(trial)
        try {
          const by = { key, version: keyVersionOf(asSealed(sealed)) }
          if (isKey) {
            learn(unwrapKey(by, place, asSealed(sealed)).key.export())
            grew = true
          } else {
            const bytes = unseal(by, place, asSealed(sealed))
            const text = (
              place.table === 'chest_snapshots' ? zstdDecompressSync(bytes.subarray(4)) : bytes
            ).toString('utf8')
            found.set(chest, [...(found.get(chest) ?? []), text])
          }
        } catch (error) {
          if (!(error instanceof SealError)) throw error
        }
      }
    }
  }
  return found
}

eachEngine((engine) => {
  let at: GuardianWorld
  let ordinary: number
  let handle: string
  beforeAll(async () => {
    at = await startGuardianWorld(engine)
    ordinary = (await at.world.addChest('Ordinaire', at.owner)).id
    handle = await at.open(at.chestId)
    for (const [chestId, by] of [
      [ordinary, ''],
      [at.chestId, handle],
    ] as const)
      await fill(chestId, by)
    await at.call('GET', '/api/kpi/health', undefined, { handle })
    await summarise(ordinary)
    await at.names(ordinary, {})
    await at.names(at.chestId, { handle })
    await at.app.deps.indexes.settled()
  })
  afterAll(() => at.app.close())

  /** Stores the summary of an ordinary chest as the job does. */
  const summarise = async (id: number): Promise<void> => {
    const { db, summaries } = at.app.deps
    const row = await db
      .selectFrom('chests')
      .select('revision')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await summaries.store({
      id,
      ...row,
      guardian: false,
      keyVersion: 1,
      formerKeyVersion: null,
      unlock: null,
    })
  }

  async function fill(chestId: number, by: string) {
    const post = async (path: string, body: object) =>
      idOf(await at.call('POST', path, { chestId, ...body }, { handle: by }))
    const parentFolderId = await post('/api/folder/', { name: 'CANARI dossier' })
    const fields = [
      { label: 'CANARI libellé', kind: 'text', value: 'CANARI visible' },
      { label: 'CANARI masqué', kind: 'concealed', value: 'CANARI champ secret' },
    ]
    const secrets = { login: 'CANARI', password: 'CANARI secret', otp: 'JBSWY3DPEHPK3PXP', fields }
    const item = await post('/api/item/', { parentFolderId, name: 'CANARI nom', ...secrets })
    const file = formOf(Buffer.from('CANARI fichier'.repeat(10_000)), 'CANARI.pem')
    idOf(await at.call('POST', `/api/item/${item}/attachment`, file, { handle: by }))
    // Enough for a snapshot.
    for (let number = 0; number < 40; number += 1)
      await post('/api/item/', { parentFolderId, name: `CANARI ${number}`, password: 'CANARI' })
    const elementValue = 'CANARI nouveau'
    await at.call('PATCH', `/api/item/${item}`, { elementType: 'password', elementValue }, { handle: by })
    const gone = await post('/api/item/', { name: 'CANARI jeté', password: 'CANARI' })
    await at.call('DELETE', `/api/item/${gone}`, undefined, { handle: by })
    return item
  }

  it('database and root key unseal all of an ordinary chest and nothing of a guardian chest, even an unlocked one', async () => {
    expect(await at.names(at.chestId, { handle })).toEqual([])
    const dump = await stolen(at)
    expect(dump.get('chest_unlocks')).not.toEqual([])
    const summarised = dump.get('chest_summaries')?.map((row) => row['chest_id'])
    expect(summarised, 'both have a summary').toEqual(expect.arrayContaining([ordinary, at.chestId]))
    const indexed = new Set(dump.get('chest_snapshots')?.map((row) => row['chest_id']))
    expect(indexed, 'both have a snapshot').toEqual(new Set([ordinary, at.chestId]))
    const found = plunder(dump, at)
    // Proves that the attack works where it can.
    expect(found.get(ordinary)?.filter((text) => text.includes('CANARI')).length).toBeGreaterThanOrEqual(6)
    expect(found.get(ordinary)?.some((text) => text.includes('CANARI champ secret'))).toBe(true)
    expect(
      found.get(ordinary)?.some((text) => text.includes('canari nom')),
      'folded',
    ).toBe(true)
    expect(
      found.get(ordinary)?.filter((text) => text.includes('CANARI fichier')).length,
      'chunks of a file',
    ).toBe(3)
    expect([...found.keys()]).toEqual([ordinary])
  })

  it('database, root key and the handle of a browser unseal nothing more', async () => {
    const found = plunder(await stolen(at), at, [handle])
    expect([...found.keys()]).toEqual([ordinary])
  })

  it('no row contains content of a chest in clear', async () => {
    const dump = JSON.stringify([...(await stolen(at))])
    expect(dump).not.toContain('CANARI')
    for (const secret of [goodKey, handle]) expect(dump).not.toContain(secret)
  })

  it('the mark of a password is stored only sealed with its chest', async () => {
    const { marks } = await at.app.deps.summaries.figuresKey()
    const mark = createHmac('sha256', marks).update('CANARI nouveau').digest().subarray(0, 8)
    const swapped = Buffer.from(mark).swap32()
    const fields = [...(await stolen(at)).values()].flat().flatMap((row) => Object.values(row))
    const bytes = Buffer.concat(fields.filter((field) => field instanceof Uint8Array))
    const texts = fields.filter((field) => typeof field === 'string').join('\n')
    for (const whole of [mark, swapped]) {
      // In memory the two halves are separate.
      const halves = [whole.subarray(0, 4), whole.subarray(4)]
      expect(halves.every((half) => bytes.includes(half))).toBe(false)
      expect(texts).not.toContain(whole.toString('hex'))
      expect(texts).not.toContain(whole.toString('base64').slice(0, 10))
    }
  })

  it('nothing of a chest unseals once it gets a master key, even before its content is resealed', async () => {
    const chestId = (await at.world.addChest('Convertie', at.owner)).id
    await fill(chestId, '')
    await summarise(chestId)
    await at.names(chestId, {})
    await at.app.deps.indexes.settled()
    expect(plunder(await stolen(at), at).get(chestId)).toBeDefined()
    await at.app.deps.renewals.stop()
    const path = `/api/chest/${chestId}/masterkey`
    expect((await at.call('PATCH', path, { masterKey: otherKey })).body).toMatchObject({
      renewal: { done: 0 },
    })
    expect(plunder(await stolen(at), at).get(chestId)).toBeUndefined()
  })
})
