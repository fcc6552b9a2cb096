import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { dayNumberOf } from '../src/domain/platform/days.ts'
import type { Rights } from '../src/domain/platform/rights.ts'
import type { Role, UserType } from '../src/domain/platform/roles.ts'
import { markReleasesRead } from '../src/server/access/account-rows.ts'
import { openDatabase } from '../src/server/platform/database/open.ts'
import type { TestApp } from '../src/server/testing/app.ts'
import { worldOf } from '../src/server/testing/world.ts'
import type { Installation } from './installation.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Somebody with an open session: their browser and their calls. */
export type Person = {
  readonly id: number
  readonly login: string
  /** Makes a call as the page would, and answers its reply; throws when it is refused. */
  call<Reply = { id: number }>(method: Method, path: string, body?: object): Promise<Reply>
  /** Puts the session into the browser of a page. */
  enter(page: Page): Promise<void>
}

export type Chest = { readonly id: number; readonly name: string }

/** An installation in use: people come and go, each test in a chest of its own. */
export type InstallationInUse = {
  readonly url: string
  /** `banks`: those the person is attached to; `currentBank`: the one they work in, all of them unless said. */
  /** `hasNews`: the changelog is unread, and opens over their first page. */
  person(options?: {
    role?: Role
    type?: UserType
    banks?: number[]
    currentBank?: number
    hasNews?: boolean
  }): Promise<Person>
  bank(label: string, active?: boolean): Promise<number>
  chest(owner: Person, name: string): Promise<Chest>
  /** Replaces what somebody may do in a chest; nothing given is reading alone. */
  grant(chest: Chest, to: Person, rights?: Partial<Rights>): Promise<void>
  /** Has somebody ask, by the link of a mail, that their second factor be dropped: it waits for an approval. */
  asksForReset(person: Person): Promise<void>
  /** As if the last code by mail had been sent so long ago. */
  codeWasSent(msAgo: number): Promise<void>
  /** As if the time of every one-time message were over. */
  messagesExpire(): Promise<void>
  /** Counts sign-ins of a person so many days ago. */
  signedIn(person: Person, daysAgo: number, times: number): Promise<void>
  /** As if the password of an item had been set so many days ago; its chest shows it at its next change. */
  passwordIsOld(item: number, daysAgo: number): Promise<void>
  close(): Promise<void>
}

const sameOrigin = { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'same-origin' }
const nothing: Rights = { read: true, create: false, update: false, delete: false, export: false }

/**
 * Opens the database of a running installation, for what no call offers yet: people and grants. The sign-in
 * has journeys of its own; everywhere else a session that is open already saves its thirty-second codes.
 */
export async function openInstallationInUse({
  url,
  folder,
  databaseUrl,
}: Installation): Promise<InstallationInUse> {
  const database = await openDatabase(
    databaseUrl === null
      ? { kind: 'sqlite', file: join(folder, 'trousseau.db') }
      : { kind: 'postgres', url: databaseUrl },
  )
  // The factories of the server's own suites; of its parts they use the database and the clock alone here.
  const parts = { deps: { db: database.db }, time: { now: Date.now() } }
  const world = worldOf(parts as unknown as TestApp)
  let count = 0

  return {
    url,
    person: async ({ role = 'ROLE_ADMINISTRATOR', hasNews = false, ...places } = {}) => {
      parts.time.now = Date.now()
      count += 1
      const user = await world.addUser({ login: `personne-${process.pid}-${count}`, role, ...places })
      if (!hasNews) await database.db.transaction().execute((tx) => markReleasesRead(tx, user.id))
      const cookie = await world.session(user)
      return { ...user, ...sessionOf(url, cookie) }
    },
    bank: (label, active = true) => world.addBank(label, active ? 1 : 0),
    chest: async (owner, name) => {
      const { id } = await owner.call('POST', '/api/user/chest', { name, type: 'service', masterKey: '' })
      return { id, name }
    },
    grant: (chest, to, rights = {}) => world.grantUser(chest, to, { ...nothing, ...rights }),
    asksForReset: async ({ id }) => {
      const now = Date.now()
      const row = {
        user_id: id,
        created_at: now,
        confirmed_at: now,
        expires_at: now + 3_600_000,
        ended_at: null,
      }
      await database.db
        .insertInto('factor_resets')
        .values({ id, token_hash: Buffer.from(`jeton de ${id}`), ...row })
        .execute()
    },
    codeWasSent: async (msAgo) => {
      await database.db
        .updateTable('mail_codes')
        .set({ sent_at: Date.now() - msAgo })
        .execute()
    },
    messagesExpire: async () => {
      // No statement of the server ever changes one.
      await sql`update notas set expires_at = ${Date.now()}`.execute(database.db)
    },
    signedIn: async ({ id }, daysAgo, times) => {
      const row = { day: dayNumberOf(Date.now()) - daysAgo, kind: 'visit' as const, of_id: id, nb: times }
      await database.db.insertInto('daily_counts').values(row).execute()
    },
    passwordIsOld: async (item, daysAgo) => {
      await database.db
        .updateTable('items')
        .set({ password_at: Date.now() - daysAgo * 24 * 60 * 60 * 1000 })
        .where('id', '=', item)
        .execute()
    },
    close: () => database.close(),
  }
}

function sessionOf(url: string, cookie: string): Pick<Person, 'call' | 'enter'> {
  return {
    call: async <Reply>(method: Method, path: string, body?: object): Promise<Reply> => {
      const reply = await fetch(url + path, {
        method,
        headers: { ...sameOrigin, cookie, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
      return (await reply.json()) as Reply
    },
    enter: async (page) => {
      const [name = '', value = ''] = cookie.split('=')
      await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }])
    },
  }
}
