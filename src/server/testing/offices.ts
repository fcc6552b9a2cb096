import type { Role } from '#domain/platform/roles.ts'
import type { Engine } from '#server/platform/database/engine.ts'
import { startTestApp, type Call, type Reply, type TestApp } from './app.ts'
import { worldOf, type TestUser, type World } from './world.ts'

/** A user of a test, and how they call the API. */
export type Person = TestUser & {
  call(method: Call['method'], path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
}

/** Two tenants, Mairie and Clinique, with one administrator each, and a super administrator. */
export type OfficeWorld = {
  app: TestApp
  world: World
  mairie: number
  clinique: number
  chief: Person
  admin: Person
  /** The administrator of the other tenant. */
  neighbour: Person
  person(login: string, banks?: number[], role?: Role): Promise<Person>
  /** The journal entries of an action, latest last. */
  journalOf(action: string): Promise<{ chest: number | null; objects: Record<string, unknown> }[]>
}

export async function startOfficeWorld(
  engine: Engine,
  env: Record<string, string> = {},
): Promise<OfficeWorld> {
  const app = await startTestApp(engine, env)
  const world = worldOf(app)
  const person: OfficeWorld['person'] = async (login, banks = [], role = 'ROLE_INTERVENANT') => {
    const user = await world.addUser({ login, role, banks })
    const cookie = await world.session(user)
    return {
      ...user,
      call: (method, path, body, headers = {}) => app.call({ method, path, body, cookie, headers }),
    }
  }
  const mairie = await world.addBank('Mairie')
  const clinique = await world.addBank('Clinique')
  return {
    app,
    world,
    mairie,
    clinique,
    chief: await person('chef', [], 'ROLE_SUPER_ADMINISTRATOR'),
    admin: await person('admin-mairie', [mairie], 'ROLE_ADMINISTRATOR'),
    neighbour: await person('admin-clinique', [clinique], 'ROLE_ADMINISTRATOR'),
    person,
    journalOf: async (action) => {
      const rows = await app.deps.db
        .selectFrom('journal')
        .select(['chest_id', 'objects'])
        .where('action', '=', action)
        .orderBy('seq')
        .execute()
      return rows.map(({ chest_id: chest, objects }) => ({ chest, objects: JSON.parse(objects) }))
    },
  }
}

/** The part of a refusal that tests compare. */
export const refusal = (status: number, code: string) => ({ status, body: { code } })
