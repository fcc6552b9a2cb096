/**
 * The second ceiling: Fastify, session, right, row and GCM decryption, read from SQLite by code written by hand
 * for this one call. Trousseau's own layers (access check, validation, engines, journal) are compared with it.
 * It reads the database that the environment names, while no other process does.
 */
import { createDecipheriv, createHash, timingSafeEqual, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fastify } from 'fastify'
import { neverLocked } from '#server/access/locate.ts'
import { createChestKeys } from '../../src/server/vault/chests/chest-keys.ts'
import { readConfig } from '#server/config.ts'
import { openKeys } from '../../src/server/platform/crypto/key-holder.ts'
import { additionalData, type SealPlace } from '../../src/server/platform/crypto/place.ts'
import { openDatabase } from '../../src/server/platform/database/open.ts'
import { unwrapElementKey } from '../../src/server/vault/contents/sealing.ts'
import { placeOfPart } from '../../src/server/vault/contents/places.ts'

type SessionRow = { secret_hash: Uint8Array; expires_at: number; user_id: number }
type ItemRow = { chest_id: number; meta: Uint8Array; meta_revision: number }

const config = readConfig(process.env)
const file = join(config.dataFolder, 'trousseau.db')
const itemKeys = await openItemKeys()
const database = new DatabaseSync(file, { readOnly: true })

const findSession = database.prepare(
  `select s.secret_hash, s.expires_at, s.user_id from sessions s join users u on u.id = s.user_id
    where s.id = ? and u.state_id = 1 and u.deleted_at is null`,
)
const findItem = database.prepare('select chest_id, meta, meta_revision from items where id = ?')
const findRight = database.prepare(
  'select can_read from chest_user_rights where user_id = ? and chest_id = ? and can_read = 1',
)

const app = fastify()
const text = { type: 'string' }
const properties = { id: { type: 'integer' }, name: text, login: text, address: text, description: text }
const schema = { response: { 200: { type: 'object', properties } } }
app.get('/health/live', async () => ({ status: 'up' }))
app.get<{ Params: { id: string } }>('/api/item/:id', { schema }, async (request, reply) => {
  const userId = userOf(request.headers.cookie ?? '')
  if (userId === null) return reply.code(401).send()
  const id = Number(request.params.id)
  const item = findItem.get(id) as ItemRow | undefined
  const key = itemKeys.get(id)
  if (!item || !key || !findRight.get(userId, item.chest_id)) return reply.code(404).send()
  const place = placeOfPart('items', id, 'meta', item.chest_id, item.meta_revision)
  return { id, ...(JSON.parse(open(key, place, item.meta)) as object) }
})
await app.listen({ host: config.host, port: config.port })
process.on('SIGTERM', () => void app.close())

function userOf(cookie: string): number | null {
  const [, id, secret] = /(?:^|; )sid=([\w-]+)\.([\w-]+)/.exec(cookie) ?? []
  if (id === undefined || secret === undefined) return null
  const row = findSession.get(id) as SessionRow | undefined
  if (!row || row.expires_at <= Date.now()) return null
  const hash = createHash('sha256').update(secret).digest()
  return timingSafeEqual(hash, row.secret_hash) ? row.user_id : null
}

/** Decrypts Trousseau's envelope (AES-256-GCM, crypto/envelope.ts), without its checks. */
function open(key: KeyObject, place: SealPlace, sealed: Uint8Array): string {
  const end = sealed.length - 16
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(6, 18), { authTagLength: 16 })
  decipher.setAAD(additionalData(place, 1)).setAuthTag(sealed.subarray(end))
  return decipher.update(sealed.subarray(18, end), undefined, 'utf8') + decipher.final('utf8')
}

/** Unseals the items' keys beforehand with the product's code, so that each call decrypts once. */
async function openItemKeys(): Promise<Map<number, KeyObject>> {
  const keys = await openKeys(config, { warn: () => undefined }, async () => false)
  const opening = await openDatabase({ kind: 'sqlite', file })
  const chestKeys = createChestKeys({ keys })
  const opened = new Map<number, KeyObject>()
  const chestId = Number(process.env['CHEST'])
  const ck = await chestKeys.open(opening.db, { id: chestId, ...neverLocked, keyVersion: 1 })
  const rows = await opening.db
    .selectFrom('items')
    .select(['id', 'wrapped_key', 'folder_id'])
    .where('chest_id', '=', chestId)
    .execute()
  for (const row of rows) opened.set(row.id, unwrapElementKey(ck, 'items', row, row.folder_id).key)
  await opening.close()
  return opened
}
