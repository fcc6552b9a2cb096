import type { Role } from '#domain/platform/roles.ts'
import type { Engine } from '#server/platform/database/engine.ts'
import { startTestApp, type Reply, type TestApp } from '#server/testing/app.ts'
import { worldOf, type TestUser, type World } from '#server/testing/world.ts'

/** A server with a world, and the user calls by caller. */
export type Office = {
  readonly app: TestApp
  readonly world: World
  readonly as: (user: TestUser) => Promise<Caller>
  readonly superAdministrator: () => Promise<Caller>
  readonly administrator: (banks: number[], currentBank?: number | null) => Promise<Caller>
}

export type Caller = {
  readonly user: TestUser
  readonly call: (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) => Promise<Reply>
  readonly create: (fields?: object) => Promise<Reply>
  readonly update: (id: number, update: object) => Promise<Reply>
  readonly upload: (text: string | Uint8Array, dryRun: boolean, name?: string) => Promise<Reply>
}

let drawn = 0
/** A login unused by the other tests of the run. */
export const newLogin = (name = 'personne'): string => `${name}.${(drawn += 1)}`

export async function openOffice(engine: Engine, env: Record<string, string> = {}): Promise<Office> {
  const app = await startTestApp(engine, env)
  return officeOf(app, worldOf(app))
}

function officeOf(app: TestApp, world: World): Office {
  const as = async (user: TestUser): Promise<Caller> => {
    const cookie = await world.session(user)
    const call: Caller['call'] = (method, path, body) => app.call({ method, path, body, cookie })
    return {
      user,
      call,
      create: (fields = {}) => {
        const login = newLogin()
        const body = { login, email: `${login}@exemple.fr`, role: 'ROLE_INTERVENANT', ...fields }
        return call('POST', '/api/user/', body)
      },
      update: (id, update) => call('PATCH', `/api/user/${id}`, { update }),
      upload: (text, dryRun, name = 'utilisateurs.csv') => {
        const form = new FormData()
        form.append('dryRun', String(dryRun))
        form.append('file', new Blob([typeof text === 'string' ? text : Buffer.from(text)]), name)
        return call('POST', '/api/user/import', form)
      },
    }
  }
  const person = async (role: Role, banks: number[], currentBank: number | null) =>
    as(await world.addUser({ login: newLogin('office'), role, banks, currentBank }))
  return {
    app,
    world,
    as,
    superAdministrator: () => person('ROLE_SUPER_ADMINISTRATOR', [], null),
    administrator: (banks, currentBank = null) => person('ROLE_ADMINISTRATOR', banks, currentBank),
  }
}
