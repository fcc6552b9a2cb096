import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemMetaFields, noItemTexts } from '#domain/vault/item-fields.ts'
import { dataKeyFrom } from '#server/platform/crypto/data-key.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { sealJson } from '#server/platform/crypto/seal.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { locateChest } from '#server/access/locate.ts'
import { startContentWorld, type ContentWorld } from './content-testing.ts'
import { digestOfItem } from './element-source.ts'
import { placeOfPart } from './places.ts'
import {
  newElementKey,
  unwrapElementKey,
  unsealRowMeta,
  unsealRowMetaAndPassword,
  sealMeta,
} from './sealing.ts'

const ck = dataKeyFrom(1, Buffer.alloc(32, 7))
const bytes = (text: string) => Buffer.from(text, 'base64')

describe('rows sealed by earlier releases', () => {
  // Sealed by release 1.0, whose `meta` had no version; the expectations contain the plaintexts.
  const item = {
    id: 12,
    wrapped_key: bytes(
      'AQEAAAABauLWskgbOSAx/GILU2ej8IoUXMesSrontdsVffiG/5IG6jpOxn5b78aT82hA2q5ZHj9tjpQCt28dCDiEnrm1Vg==',
    ),
    meta: bytes(
      'AQEAAAABT7nKl39EUkWSFeeG2SzsSWGZVp6ZUH7zU/AOSuKC67Ly/kqTHdMFYdwl3HOEdbaEJgeSbGdEzMQ/eX8IPQJs75xwjqDt5g8RKI50iUiRJ8+K5HOU0wFblno/W88HzEyYgpW4b394B5X864aGPqRMlJzFawd3QE0irEKHeI2A3KIoOyCxHWCQXYSpaLHAbbcU',
    ),
    meta_revision: 4,
    password: bytes(
      'AQEAAAAByqLXr6Inh67mmCdIh26/FzjD9acj1a6bXxswnNvNannwGjh/iwovPMQUVDla+BNF2uVUTDBDVadnfrdIdr9lq0igu7gGA5yYj6JY/VdoXGg7TqFGMGb6EW5e0M4=',
    ),
    password_revision: 2,
  }
  const folder = {
    id: 5,
    wrapped_key: bytes(
      'AQEAAAABxP+snhYNtW4ftPM0f6v4AF/bk3AZd5VV7nQ1OcL9fGC1IS0cZlWS102H7furXkmFbyacVCbk892xOd0ejmzfqw==',
    ),
    meta: bytes(
      'AQEAAAABroIf1xIW4LqaTfNL6jxS6YRhnT1xSqvyJSCHEGhuQZ+ttIJe+1SE9neiT4e2Xi0wbjgds1LObPk3pwSWhGMNLbLDduQ4cBI=',
    ),
    meta_revision: 1,
  }

  it('unseal unchanged', () => {
    expect(unsealRowMetaAndPassword(ck, item, 3, 5)).toEqual({
      meta: {
        ...noItemTexts,
        name: 'GLPI',
        description: 'Support',
        login: 'camille',
        address: 'https://glpi.example.org/',
        level: 4,
        danger: 1,
        fields: [],
      },
      password: 'Ln9!correct-Horse',
    })
    expect(unsealRowMeta(ck, 'folders', folder, 3, null)).toEqual({
      name: 'Serveurs',
      description: 'Salle 2',
    })
  })

  it('have an empty text, and level 0, for every field that they lack', () => {
    const { key, wrapped } = newElementKey(ck, 'items', 12, null)
    const sealed = sealJson(key, placeOfPart('items', 12, 'meta', 3, 1), { name: 'GLPI' })
    const row = { id: 12, wrapped_key: wrapped, meta: sealed, meta_revision: 1 }
    const meta = unsealRowMeta(ck, 'items', row, 3, null)
    expect(meta).toEqual({ ...noItemTexts, name: 'GLPI', level: 0, danger: 0, fields: [] })
    expect(itemMetaFields.map((field) => typeof meta[field])).toEqual(itemMetaFields.map(() => 'string'))
  })

  it('keep the digests that imports compare', () => {
    const { meta, password } = unsealRowMetaAndPassword(ck, item, 3, 5)
    const stored = 'KjQtcFxyDhyI-P_PDGCQH21nDDy3yVsea3kWd-aD8t8'
    expect(digestOfItem({ ...meta, password, otp: null, fields: [] })).toBe(stored)
  })

  it('are refused if their meta has a later version', () => {
    const { key, wrapped } = newElementKey(ck, 'items', 12, null)
    const rowOf = (meta: object) => ({
      id: 12,
      wrapped_key: wrapped,
      meta: sealJson(key, placeOfPart('items', 12, 'meta', 3, 1), meta),
      meta_revision: 1,
    })
    expect(unsealRowMeta(ck, 'items', rowOf({ name: 'GLPI', v: 1 }), 3, null).name).toBe('GLPI')
    expect(() => unsealRowMeta(ck, 'items', rowOf({ name: 'GLPI', v: 2 }), 3, null)).toThrow(SealError)
    const meta = { ...noItemTexts, name: 'GLPI', level: 1, danger: 0, fields: [] }
    const row = { ...rowOf({}), meta: sealMeta(key, 'items', 12, 3, 1, meta) }
    expect(unsealRowMeta(ck, 'items', row, 3, null)).toEqual({ ...meta, v: 1 })
  })
})

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  it('an item sealed by an earlier release is listed, shown, found and changed', async () => {
    const id = await at.item({ name: 'Ancien' })
    const { db, chestKeys } = at.app.deps
    const chest = await locateChest(db, { user: at.owner.id, right: 'read' }, 'chest', at.chest.id)
    if (!chest) throw new Error('no chest')
    const row = await db.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const key = unwrapElementKey(await chestKeys.open(db, chest), 'items', row, null)
    const old = sealJson(key, placeOfPart('items', id, 'meta', chest.id, row.meta_revision), {
      name: 'Ancien',
    })
    await db.updateTable('items').set({ meta: old }).where('id', '=', id).execute()

    const empty = { ...noItemTexts, name: 'Ancien' }
    expect((await at.call('GET', `/api/item/${id}`)).body).toMatchObject({ ...empty, level: 0, fields: [] })
    const rows = await at.call('GET', `/api/explorer/data/?chestId=${chest.id}`)
    expect(rows.body).toMatchObject({ items: [{ id, name: 'Ancien', login: '', address: '' }] })
    const found = await at.call('POST', '/api/search', { search: 'ancien' })
    expect(found.body).toMatchObject({ items: [{ id, login: '', address: '' }] })
    const change = { elementType: 'login', elementValue: 'camille' }
    expect((await at.call('PATCH', `/api/item/${id}`, change)).status).toBe(200)
    expect((await at.call('GET', `/api/item/${id}`)).body).toMatchObject({ ...empty, login: 'camille' })
  })
})
