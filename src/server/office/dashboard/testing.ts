import type { Rights } from '#domain/platform/rights.ts'
import type { Engine } from '#server/platform/database/engine.ts'
import { startTestApp, type Call, type Reply, type TestApp } from '#server/testing/app.ts'
import { worldOf, type TestChest, type TestUser, type World } from '#server/testing/world.ts'

/** Passwords of known levels, none guessable. */
export const passwords = {
  veryWeak: 'kQ7vZp2x',
  weak: 'kQ7vZp2xLm4#',
  average: 'kQ7vZp2xLm4#aR',
  strong: 'kQ7vZp2xLm4#aR9;w',
  veryStrong: 'kQ7vZp2xLm4#aR9;wBt5',
} as const

export const masterKey = 'Cheval-Agrafe-42-Nuage!'

export type Concerns = { passwords: number; weak: number; reused: number; old: number }
export type Health = {
  readable: Concerns
  changeable: Concerns & { concerned: number }
  lockedChests: number
  unreadableChests: number
}
export type ListedPassword = {
  id: number
  name: string
  login: string
  chest: string
  level: number
  changedAt: string
  concerns: string[]
  sharedBy: number
  mayChange: boolean
}
export type PasswordPage = { chests: { id: number; name: string; nb: number }[]; passwords: ListedPassword[] }

/** A user with a chest, and helpers to fill it and to read figures. */
export type FiguresWorld = {
  app: TestApp
  world: World
  owner: TestUser
  chest: TestChest
  cookie: string
  call(method: Call['method'], path: string, body?: unknown, as?: As): Promise<Reply>
  /** Creates an item in the owner's chest by default. @returns its id */
  item(password: string, fields?: Record<string, unknown>, as?: As): Promise<number>
  /** Creates a guardian chest of the owner. @returns its id */
  guardian(name: string): Promise<number>
  /** Unlocks a guardian chest for the owner's session. @returns the handle */
  open(chestId: number): Promise<string>
  /** Creates another user with these rights on the owner's chest. */
  other(login: string, rights?: Partial<Rights>): Promise<{ user: TestUser; cookie: string }>
  levels(as?: As): Promise<Record<number, number>>
  health(as?: As): Promise<Health>
  worst(as?: As): Promise<{ id: number; name: string; level: number }[]>
  list(query?: string, as?: As): Promise<PasswordPage & { total: number }>
}
export type As = { cookie?: string; handle?: string; app?: TestApp }

export async function startFiguresWorld(engine: Engine): Promise<FiguresWorld> {
  const app = await startTestApp(engine)
  const world = worldOf(app)
  const bank = await world.addBank('Métropole')
  const owner = await world.addUser({ login: 'camille', role: 'ROLE_ADMINISTRATOR', banks: [bank] })
  const chest = await world.addChest('Production', owner)
  const cookie = await world.session(owner)
  const call: FiguresWorld['call'] = (method, path, body, as = {}) =>
    (as.app ?? app).call({
      method,
      path,
      body,
      cookie: as.cookie ?? cookie,
      ...(as.handle === undefined ? {} : { headers: { 'x-chest-handle': as.handle } }),
    })
  const read = async <Body>(path: string, as?: As): Promise<Body> => {
    const reply = await call('GET', path, undefined, as)
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`)
    return reply.body as Body
  }
  return {
    app,
    world,
    owner,
    chest,
    cookie,
    call,
    item: async (password, fields = {}, as = {}) => {
      const body = { chestId: chest.id, name: 'GLPI', password, ...fields }
      return idOf(await call('POST', '/api/item/', body, as))
    },
    guardian: async (name) => idOf(await call('POST', '/api/user/chest', { name, masterKey })),
    open: async (chestId) => {
      const reply = await call('POST', '/api/masterkey/verify', { chestId, masterkey: masterKey })
      if (reply.status !== 200) throw new Error(`not opened: ${reply.text}`)
      return (reply.body as { key: string }).key
    },
    other: async (login, rights = {}) => {
      const user = await world.addUser({ login })
      await world.grantUser(chest, user, rights)
      return { user, cookie: await world.session(user) }
    },
    levels: async (as) => levelsIn(await read('/api/kpi/password_strength/', as)),
    health: (as) => read('/api/kpi/health', as),
    worst: (as) => read('/api/kpi/worses_password', as),
    list: async (query = '', as) => {
      const reply = await call('GET', `/api/kpi/password${query}`, undefined, as)
      if (reply.status !== 200) throw new Error(`not listed: ${reply.text}`)
      const { countTotal } = JSON.parse(String(reply.headers['meta-data-guardian'])) as { countTotal: number }
      return { ...(reply.body as PasswordPage), total: countTotal }
    },
  }
}

function idOf({ status, body, text }: Reply): number {
  if (status !== 201) throw new Error(`not created: ${status} ${text}`)
  return (body as { id: number }).id
}

/** The number of passwords per level. */
export const levelsIn = (reply: { level: number; nb: number }[]): Record<number, number> =>
  Object.fromEntries(reply.map(({ level, nb }) => [level, nb]))
