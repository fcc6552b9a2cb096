import type { Rights } from '#domain/platform/rights.ts'
import type { Engine } from '#server/platform/database/engine.ts'
import { attachmentsIn } from '#server/vault/attachments/attachment-testing.ts'
import { bodyOf, startContentWorld } from '#server/vault/contents/content-testing.ts'
import type { TestChest } from '#server/testing/world.ts'

type Json = Record<string, unknown>
export type Arrived = {
  items: number[]
  folders: number[]
  holds: { items: number; folders: number }
  withoutOtp?: number
}
type Shown = Json & { name: string; history: { action: string; paramName: string | null }[] }

/** A user with two chests, and helpers to copy and move between them. */
export async function startCopyWorld(engine: Engine, env: Record<string, string> = {}) {
  const at = await startContentWorld(engine, env)
  const other = await at.world.addChest('Archives', at.owner)
  const idIn = async (path: string, body: Json): Promise<number> => {
    const reply = await at.call('POST', path, body)
    if (reply.status !== 201) throw new Error(`not created: ${reply.status} ${reply.text}`)
    return bodyOf<{ id: number }>(reply).id
  }
  return {
    ...at,
    target: other,
    files: attachmentsIn(at),
    folderIn: (chest: TestChest, name: string, parentFolderId?: number) =>
      idIn('/api/folder/', {
        chestId: chest.id,
        name,
        ...(parentFolderId !== undefined && { parentFolderId }),
      }),
    copy: (kind: 'item' | 'folder', id: number, body: Json, cookie?: string) =>
      at.call('POST', `/api/${kind}/${id}/copy-to`, body, cookie),
    move: (kind: 'item' | 'folder', id: number, body: Json, cookie?: string) =>
      at.call('POST', `/api/${kind}/${id}/move-to`, body, cookie),
    shown: async (kind: 'item' | 'folder', id: number) =>
      bodyOf<Shown>(await at.call('GET', `/api/${kind}/${id}`)),
    passwordOf: async (id: number) => (await at.call('GET', `/api/item/${id}/copy`)).body,
    /** Returns the names in a folder of a chest, or at its root. */
    namesIn: async (chest: TestChest, folderId?: number) => {
      const place = folderId === undefined ? '' : `&folderId=${folderId}`
      const { body } = await at.call('GET', `/api/explorer/data/?chestId=${chest.id}${place}&limit=100`)
      const { folders, items } = body as { folders: { name: string }[]; items: { name: string }[] }
      return [...folders, ...items].map(({ name }) => name)
    },
    /** Creates a user with rights on both chests. @returns their Cookie header */
    person: async (login: string, source: Partial<Rights> | null, target: Partial<Rights> | null) => {
      const user = await at.world.addUser({ login })
      if (source) await at.world.grantUser(at.chest, user, source)
      if (target) await at.world.grantUser(other, user, target)
      return at.world.session(user)
    },
    /** Returns the journal's events of an action, oldest first. */
    events: async (action: string) => {
      const rows = await at.app.deps.db
        .selectFrom('journal')
        .select(['chest_id', 'objects'])
        .where('action', '=', action as never)
        .orderBy('seq')
        .execute()
      return rows.map(({ chest_id, objects }) => ({ chest: chest_id, ...(JSON.parse(objects) as Json) }))
    },
  }
}
export type CopyWorld = Awaited<ReturnType<typeof startCopyWorld>>
