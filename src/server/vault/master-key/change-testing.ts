import { createHash } from 'node:crypto'
import { formOf } from '#server/vault/attachments/attachment-testing.ts'
import { asSealed, keyVersionOf } from '#server/platform/crypto/envelope.ts'
import { extraFieldId } from '#domain/vault/extra-fields.ts'
import type { TestApp } from '#server/testing/app.ts'
import { idOf, type GuardianWorld } from './testing.ts'

const otp = 'JBSWY3DPEHPK3PXP'
/** The concealed extra field of each item: the second that its creation gave. */
const pinField = extraFieldId(1, 1)

/** Fills a chest with a folder, items in it and in the trash, secrets and old versions. */
export async function fillChest(at: GuardianWorld, chestId: number, handle: string, count = 3) {
  const post = async (path: string, body: object) =>
    idOf(await at.call('POST', path, { chestId, ...body }, { handle }))
  const folder = await post('/api/folder/', { name: 'Serveurs', description: 'Salle' })
  const items: number[] = []
  for (let number = 0; number < count; number += 1) {
    const fields = [
      { label: 'Port', kind: 'text', value: '22' },
      { label: 'PIN', kind: 'concealed', value: `Pin-${number}` },
    ]
    const secrets = { password: `Mot-${number}`, otp, login: 'root', description: 'Note', fields }
    items.push(await post('/api/item/', { parentFolderId: folder, name: `Machine ${number}`, ...secrets }))
  }
  const gone = await post('/api/item/', { name: 'Jeté', password: 'Ancien' })
  const [first = 0] = items
  const patch = (elementType: string, elementValue: unknown) =>
    at.call('PATCH', `/api/item/${first}`, { elementType, elementValue }, { handle })
  await patch('password', 'Mot-nouveau')
  await patch('name', 'Machine 0 bis')
  await patch('field', { id: pinField, label: 'PIN', kind: 'concealed', value: 'Pin-nouveau' })
  const file = formOf(Buffer.from('contenu'.repeat(20_000)), 'clé.pem')
  const attached = idOf(await at.call('POST', `/api/item/${first}/attachment`, file, { handle }))
  const form = formOf(Buffer.from('name,url,username,password\nImporté,,a,b'), 'reprise.csv')
  form.append('chestId', String(chestId))
  const { plan } = (await at.call('POST', '/api/import/preview', form, { handle })).body as { plan: string }
  form.append('plan', plan)
  await at.call('POST', '/api/import/apply', form, { handle })
  const { trashId } = (await at.call('DELETE', `/api/item/${gone}`, undefined, { handle })).body as {
    trashId: number
  }
  return { folder, items, gone, trashId, first, attached }
}
export type Filled = Awaited<ReturnType<typeof fillChest>>

/** Reads the content of a filled chest through the API. */
export async function contentOf(
  at: GuardianWorld,
  chestId: number,
  { folder, items, first, trashId, attached }: Filled,
  handle: string,
) {
  const get = async (path: string) => (await at.call('GET', path, undefined, { handle })).body
  const rows = (await get(`/api/explorer/data/?chestId=${chestId}&folderId=${folder}&limit=100`)) as {
    items: { name: string; login: string }[]
  }
  const passwords = await Promise.all(items.map((id) => get(`/api/item/${id}/copy`)))
  const pins = await Promise.all(items.map((id) => get(`/api/item/${id}/field/${pinField}`)))
  const secret = await get(`/api/item/${first}/otp/secret`)
  const { bytes } = await at.call('GET', `/api/item/${first}/attachment/${attached}`, undefined, { handle })
  const trash = await get(`/api/trash/?chestId=${chestId}`)
  const imports = (await get(`/api/import/?chestId=${chestId}`)) as { fileName: string }[]
  return {
    names: rows.items.map(({ name, login }) => [name, login]),
    passwords,
    pins,
    secret,
    file: createHash('sha256').update(bytes).digest('hex'),
    trash,
    imported: imports.map(({ fileName }) => fileName),
    folder: ((await get(`/api/folder/${folder}`)) as { description: string }).description,
    trashId,
  }
}

/** Returns the sealed content of a chest, and the versions of the chest's key that wrap it. */
export async function sealedContentOf(app: TestApp, chestId: number) {
  const { db } = app.deps
  const items = await db
    .selectFrom('items')
    .select(['id', 'wrapped_key', 'meta', 'password', 'otp', 'secrets'])
    .where('chest_id', '=', chestId)
    .orderBy('id')
    .execute()
  const folders = await db
    .selectFrom('folders')
    .select(['id', 'wrapped_key', 'meta'])
    .where('chest_id', '=', chestId)
    .execute()
  const versions = await db
    .selectFrom('versions')
    .select('sealed')
    .where(
      'element_id',
      'in',
      items.map(({ id }) => id),
    )
    .where('element', '=', 'item')
    .execute()
  const attachments = await db
    .selectFrom('attachments')
    .select('wrapped_key')
    .where('chest_id', '=', chestId)
    .execute()
  const imports = await db.selectFrom('imports').select('file_name').where('chest_id', '=', chestId).execute()
  const wrapped = [...items, ...folders].map((row) => row.wrapped_key)
  const parts = [
    ...items.flatMap((row) => [row.meta, row.password, row.otp, row.secrets]),
    ...folders.map((row) => row.meta),
  ]
  return {
    versions: [...new Set(wrapped.map((bytes) => keyVersionOf(asSealed(bytes))))],
    texts: [
      ...wrapped,
      ...parts,
      ...versions.map((row) => row.sealed),
      ...attachments.map((row) => row.wrapped_key),
      ...imports.map((row) => row.file_name),
    ].map((bytes) => Buffer.from(bytes ?? []).toString('base64')),
  }
}
