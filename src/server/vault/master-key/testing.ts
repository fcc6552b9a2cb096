import { startTestApp, type Call, type Reply, type TestApp } from '#server/testing/app.ts'
import type { Engine } from '#server/platform/database/engine.ts'
import { worldOf, type TestUser, type World } from '#server/testing/world.ts'

export const goodKey = 'Cheval-Agrafe-42-Nuage!'
export const otherKey = 'Tiroir/Mousson/78/Balise?'

type Json = Record<string, unknown>

/** An administrator with a guardian chest, and helpers to unlock and read it. */
export type GuardianWorld = {
  app: TestApp
  world: World
  owner: TestUser
  cookie: string
  chestId: number
  /** Calls with the session of the owner or another one, with or without handles. */
  call(method: Call['method'], path: string, body?: unknown, as?: Caller): Promise<Reply>
  /** Creates a guardian chest of the owner. @returns its id */
  guardian(name: string, masterKey?: string): Promise<number>
  /** Unlocks a chest. @returns the handle */
  open(chestId: number, cookie?: string, masterKey?: string): Promise<string>
  verify(chestId: number, masterkey: string, cookie?: string): Promise<Reply>
  /** Creates an item in an unlocked chest. @returns its id */
  item(chestId: number, handle: string, fields?: Json): Promise<number>
  /** Returns the names at the root of a chest, or the status of the refusal. */
  names(chestId: number, as: Caller): Promise<string[] | number>
  actions(): Promise<string[]>
}
export type Caller = { cookie?: string; handle?: string }

/** @param costs the costs of a real installation, where the test is about them */
export async function startGuardianWorld(
  engine: Engine,
  costs?: Parameters<typeof startTestApp>[2],
): Promise<GuardianWorld> {
  const app = await startTestApp(engine, {}, costs)
  const world = worldOf(app)
  const bank = await world.addBank('Mairie')
  const owner = await world.addUser({
    login: 'camille',
    role: 'ROLE_ADMINISTRATOR',
    banks: [bank],
    currentBank: bank,
  })
  const cookie = await world.session(owner)
  const call: GuardianWorld['call'] = (method, path, body, as = {}) =>
    app.call({
      method,
      path,
      body,
      cookie: as.cookie ?? cookie,
      ...(as.handle === undefined ? {} : { headers: { 'x-chest-handle': as.handle } }),
    })
  const verify: GuardianWorld['verify'] = (chestId, masterkey, by = cookie) =>
    call('POST', '/api/masterkey/verify', { chestId, masterkey }, { cookie: by })
  const guardian: GuardianWorld['guardian'] = async (name, masterKey = goodKey) =>
    idOf(await call('POST', '/api/user/chest', { name, masterKey }, { cookie: await world.session(owner) }))
  return {
    app,
    world,
    owner,
    cookie,
    chestId: await guardian('Direction'),
    call,
    guardian,
    verify,
    open: async (chestId, by, masterKey = goodKey) => {
      const reply = await verify(chestId, masterKey, by)
      if (reply.status !== 200) throw new Error(`not opened: ${reply.text}`)
      return (reply.body as { key: string }).key
    },
    item: async (chestId, handle, fields = {}) => {
      const body = { chestId, name: 'Coffre-fort', password: 'Ln9!correct-Horse', ...fields }
      return idOf(await call('POST', '/api/item/', body, { handle }))
    },
    names: async (chestId, as) => {
      const reply = await call('GET', `/api/explorer/data/?chestId=${chestId}`, undefined, as)
      if (reply.status !== 200) return reply.status
      return (reply.body as { items: { name: string }[] }).items.map(({ name }) => name)
    },
    actions: async () => {
      const rows = await app.deps.db.selectFrom('journal').select('action').orderBy('seq').execute()
      return rows.map(({ action }) => action)
    },
  }
}

export function idOf({ status, body, text }: Reply): number {
  if (status !== 201) throw new Error(`not created: ${status} ${text}`)
  return (body as { id: number }).id
}
