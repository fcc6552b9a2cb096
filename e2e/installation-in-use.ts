import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { dayNumberOf } from '../src/domain/platform/days.ts'
import type { Rights } from '../src/domain/platform/rights.ts'
import type { Role, UserType } from '../src/domain/platform/roles.ts'
import { markReleasesRead } from '../src/server/access/account-rows.ts'
import { proofOfRow } from '../src/server/access/authority.ts'
import { markOf } from '../src/server/access/proved-changes.ts'
import { readConfig } from '../src/server/config.ts'
import { confirmFor } from '../src/server/installation.ts'
import { openKeys } from '../src/server/platform/crypto/key-holder.ts'
import { openDatabase } from '../src/server/platform/database/open.ts'
import type { TestApp } from '../src/server/testing/app.ts'
import { worldOf } from '../src/server/testing/world.ts'
import type { Installation } from './installation.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A user with an open session. */
export type Person = {
  readonly id: number
  readonly login: string
  /** The session's cookie. */
  readonly cookie: { readonly name: string; readonly value: string }
  /** Makes a call as the page would. @returns its reply @throws when it is refused */
  call<Reply = { id: number }>(method: Method, path: string, body?: object): Promise<Reply>
  /** Sets the session's cookie in the browser of a page. */
  enter(page: Page): Promise<void>
}

export type Chest = { readonly id: number; readonly name: string }

/** A running installation whose users, banks and chests a test creates; each test uses a chest of its own. */
export type InstallationInUse = {
  readonly url: string
  /**
   * Creates a user with an open session.
   * @param options.banks the banks that the user is attached to
   * @param options.currentBank the bank that they work in; all of them by default
   * @param options.hasNews whether the changelog is unread, and opens over their first page
   */
  person(options?: {
    role?: Role
    type?: UserType
    banks?: number[]
    currentBank?: number
    hasNews?: boolean
  }): Promise<Person>
  bank(label: string, active?: boolean): Promise<number>
  chest(owner: Person, name: string): Promise<Chest>
  /** Replaces a user's rights on a chest; by default, reading only. */
  grant(chest: Chest, to: Person, rights?: Partial<Rights>): Promise<void>
  /** Adds a confirmed request to reset a user's second factor, which waits for an approval. */
  requestReset(person: Person): Promise<void>
  /** Backdates the last code by mail. */
  backdateCode(msAgo: number): Promise<void>
  /** Expires every one-time message. */
  expireMessages(): Promise<void>
  /** Adds sign-ins of a user to the count of an earlier day. */
  addSignIns(person: Person, daysAgo: number, times: number): Promise<void>
  /** Backdates the password of an item; the figures of its chest follow at the chest's next change. */
  backdatePassword(item: number, daysAgo: number): Promise<void>
  /** Backdates everything that the journal holds so far. */
  backdateJournal(daysAgo: number): Promise<void>
  /** Kills the server. @returns the function that starts it again */
  readonly kill: Installation['kill']
  close(): Promise<void>
}

/** The headers of a page's own calls. */
export const sameOrigin = { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'same-origin' }
const nothing: Rights = { read: true, create: false, update: false, delete: false, export: false }

/**
 * Opens the database of a running installation, to create sessions and states that no call offers. The sign-in has
 * journeys of its own; elsewhere an open session saves waiting for its thirty-second codes.
 * @param now the clock of the server: what is later than its own it does not believe
 */
export async function openInstallationInUse(
  { url, folder, databaseUrl, kill }: Installation,
  now = Date.now,
): Promise<InstallationInUse> {
  const database = await openDatabase(
    databaseUrl === null
      ? { kind: 'sqlite', file: join(folder, 'trousseau.db') }
      : { kind: 'postgres', url: databaseUrl },
  )
  const config = readConfig({ TROUSSEAU_DATA: folder })
  // The rows that they write are proved as the server's.
  await openKeys(config, { warn: () => undefined }, async () => false, confirmFor(database, config))
  // The factories of the server's suites; the ones used here need only the database and the clock.
  const prove = async () => undefined
  const parts = { deps: { db: database.db }, plainDb: database.db, prove, time: { now: now() } }
  const world = worldOf(parts as unknown as TestApp)
  let count = 0

  return {
    url,
    person: async ({ role = 'ROLE_ADMINISTRATOR', hasNews = false, ...places } = {}) => {
      parts.time.now = now()
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
    requestReset: async ({ id }) => {
      const now = Date.now()
      const user_mark = await markOf(database.db, 'users', id)
      const token_hash = Buffer.from(`jeton de ${id}`)
      const proved = { id, user_id: id, user_mark, token_hash, created_at: now }
      const row = { confirmed_at: now, expires_at: now + 3_600_000, ended_at: null }
      await database.db
        .insertInto('factor_resets')
        .values({ ...proved, ...proofOfRow(database.db, 'factor_resets', proved, now), ...row })
        .execute()
    },
    backdateCode: async (msAgo) => {
      await database.db
        .updateTable('mail_codes')
        .set({ sent_at: Date.now() - msAgo })
        .execute()
    },
    expireMessages: async () => {
      // The server has no statement that changes a message.
      await sql`update notas set expires_at = ${Date.now()}`.execute(database.db)
    },
    addSignIns: async ({ id }, daysAgo, times) => {
      const row = { day: dayNumberOf(Date.now()) - daysAgo, kind: 'visit' as const, of_id: id, nb: times }
      await database.db.insertInto('daily_counts').values(row).execute()
    },
    backdateJournal: async (daysAgo) => {
      await sql`update journal set at = at - ${daysAgo * 24 * 60 * 60 * 1000}`.execute(database.db)
    },
    backdatePassword: async (item, daysAgo) => {
      await database.db
        .updateTable('items')
        .set({ password_at: Date.now() - daysAgo * 24 * 60 * 60 * 1000 })
        .where('id', '=', item)
        .execute()
    },
    kill,
    close: () => database.close(),
  }
}

function sessionOf(url: string, cookie: string): Pick<Person, 'cookie' | 'call' | 'enter'> {
  const [name = '', value = ''] = cookie.split('=')
  return {
    cookie: { name, value },
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
      await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }])
    },
  }
}
