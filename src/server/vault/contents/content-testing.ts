import { startTestApp, type Call, type Reply, type TestApp } from '#server/testing/app.ts'
import { worldOf, type TestChest, type TestUser, type World } from '#server/testing/world.ts'
import type { Engine } from '#server/platform/database/engine.ts'
import type { Rights } from '#domain/platform/rights.ts'

type Json = Record<string, unknown>

/** A user with a chest, and helpers to create and read content through the API. */
export type ContentWorld = {
  app: TestApp
  world: World
  owner: TestUser
  chest: TestChest
  call(method: Call['method'], path: string, body?: unknown, cookie?: string): Promise<Reply>
  /** Creates an item. @returns its id */
  item(fields?: Json): Promise<number>
  /** Creates a folder. @returns its id */
  folder(name: string, parentFolderId?: number): Promise<number>
  /** Creates another user with these rights on the chest. @returns their Cookie header */
  other(login: string, rights: Partial<Rights>): Promise<string>
  /** Returns the journal actions about an item, oldest first. */
  journalOf(itemId: number): Promise<string[]>
}

/** @param env settings that differ from the defaults */
export async function startContentWorld(
  engine: Engine,
  env: Record<string, string> = {},
  costs?: Parameters<typeof startTestApp>[2],
): Promise<ContentWorld> {
  const app = await startTestApp(engine, env, costs)
  const world = worldOf(app)
  const owner = await world.addUser({ login: 'camille' })
  const chest = await world.addChest('Production', owner)
  const cookie = await world.session(owner)
  const call: ContentWorld['call'] = (method, path, body, as = cookie) =>
    app.call({ method, path, body, cookie: as })

  return {
    app,
    world,
    owner,
    chest,
    call,
    item: async (fields = {}) => {
      const body = { chestId: chest.id, name: 'GLPI', password: 'Ln9!correct-Horse', ...fields }
      return idOf(await call('POST', '/api/item/', body))
    },
    folder: async (name, parentFolderId) => {
      const parent = parentFolderId === undefined ? {} : { parentFolderId }
      return idOf(await call('POST', '/api/folder/', { chestId: chest.id, name, ...parent }))
    },
    other: async (login, rights) => {
      const user = await world.addUser({ login })
      await world.grantUser(chest, user, rights)
      return world.session(user)
    },
    journalOf: async (itemId) => {
      const rows = await app.deps.db
        .selectFrom('journal')
        .select(['action', 'objects'])
        .orderBy('seq')
        .execute()
      return rows
        .filter(({ objects }) => (JSON.parse(objects) as Json)['item'] === itemId)
        .map(({ action }) => action)
    },
  }
}

function idOf({ status, body, text }: Reply): number {
  if (status !== 201) throw new Error(`not created: ${status} ${text}`)
  return (body as { id: number }).id
}

/** Returns the body of a reply. */
export const bodyOf = <Body = Json>({ body }: Reply): Body => body as Body
