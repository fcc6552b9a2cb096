/** The product as an operator runs it: real processes on a data folder, and calls of its super administrator. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { sameOrigin } from '#server/testing/app.ts'
import {
  expectStatus,
  foundAndSignIn,
  newHttpBrowser,
  type HttpBrowser,
  type HttpReply,
} from '#server/testing/browser.ts'
import { until } from './until.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const url = 'http://127.0.0.1:8420'

const isReady = async (): Promise<boolean> =>
  (await fetch(`${url}/health/ready`).catch(() => null))?.status === 200

type Settings = Readonly<Record<string, string>>
export type Ended = { readonly code: number | null; readonly said: string }
export type LogLine = Readonly<Record<string, unknown>> & { readonly msg: string }

/** What a process has written. */
type Words = { out: string; error: string }
const noWords = (): Words => ({ out: '', error: '' })

/** An installation that is started with settings, and started again with others. */
export class Product {
  readonly #folder: string
  readonly #usual: Settings
  #child: ChildProcess | null = null
  #said = noWords()
  #chief: HttpBrowser | null = null
  /** Each try comes from a network of its own, so that none is throttled for another. */
  #networks = 0

  constructor(folder: string, usual: Settings) {
    mkdirSync(folder)
    this.#folder = folder
    this.#usual = usual
    process.once('exit', () => this.#child?.kill('SIGKILL'))
  }

  /** Starts it again with the usual settings and these. An empty one is not set. */
  async start(settings: Settings = {}): Promise<void> {
    await this.stop()
    const words = noWords()
    const child = this.#spawn(['src/server/main.ts'], settings, words)
    this.#child = child
    this.#said = words
    const ended = once(child, 'exit').then(() => {
      throw new Error(`the server ended:\n${words.out}${words.error}`)
    })
    // It also ends when it is stopped.
    ended.catch(() => undefined)
    await Promise.race([until(isReady, 'the server is ready'), ended])
    if (this.#chief !== null) return
    const token = () => /\/setup#(\S+)/.exec(words.error)?.[1] ?? null
    await until(() => token() !== null, 'the address of the setup is printed')
    this.#chief = await foundAndSignIn(url, token())
  }

  async stop(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }

  /** Starts it with settings that it refuses. @returns what it said */
  async refusedStart(settings: Settings): Promise<Ended> {
    await this.stop()
    return this.#toEnd(['src/server/main.ts'], settings)
  }

  doctor(settings: Settings = {}): Promise<Ended> {
    return this.#toEnd(['src/server/trousseau.ts', 'doctor'], settings)
  }

  /** Waits for a line of the log, which is written some time after the answer. @returns the first one that fits */
  async logged(fits: (line: LogLine) => boolean): Promise<LogLine> {
    await until(() => this.log().some(fits), 'the log has a line')
    return this.log().find(fits) as LogLine
  }

  /** The lines of the log since the start. */
  log(): LogLine[] {
    return this.#said.out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as LogLine)
  }

  /** Everything that the process has written since the start. */
  said(): string {
    return this.#said.out + this.#said.error
  }

  get chief(): HttpBrowser {
    if (this.#chief === null) throw new Error('it has not been started')
    return this.#chief
  }

  async get<Body>(path: string): Promise<Body> {
    return expectStatus(await this.chief.get(path), 200).body as Body
  }

  async patch(path: string, body: object): Promise<HttpReply> {
    return expectStatus(await this.chief.send('PATCH', path, body), 200)
  }

  /** Creates an account whose password the directory has. @returns its id */
  async addAccount(login: string, sam = login): Promise<number> {
    const email = `${login}@ailleurs.exemple.fr`
    const body = { login, email, role: 'ROLE_INTERVENANT', adId: 1, adSamAccount: sam }
    return (expectStatus(await this.chief.post('/api/user/', body), 201).body as { id: number }).id
  }

  async addTeam(name: string): Promise<number> {
    return (expectStatus(await this.chief.post('/api/team/', { name }), 201).body as { id: number }).id
  }

  /** Gives a name and a password at the page of sign-in. */
  async enter(login: string, password: string): Promise<HttpReply> {
    this.#networks += 1
    const from = `10.${this.#networks >> 8}.${this.#networks & 255}.1`
    const body = { login, password, type: 'DIST', source: 'web' }
    const headers = { ...sameOrigin, 'x-forwarded-for': from }
    return newHttpBrowser(url).send('POST', '/api/auth/step1', body, headers)
  }

  /** Reads the database beside the server. */
  rows(sql: string, ...values: (string | number)[]): Record<string, SQLOutputValue>[] {
    const database = new DatabaseSync(join(this.#folder, 'trousseau.db'), { readOnly: true })
    try {
      return database.prepare(sql).all(...values)
    } finally {
      database.close()
    }
  }

  /** Changes the database while no server runs on it. */
  async change(sql: string): Promise<void> {
    await this.stop()
    const database = new DatabaseSync(join(this.#folder, 'trousseau.db'))
    try {
      database.exec(sql)
    } finally {
      database.close()
    }
  }

  /** Failed sign-ins that count towards the block of an account. */
  failuresOf(id: number): number {
    return Number(this.rows('select failures from users where id = ?', id)[0]?.['failures'])
  }

  /** The newest entry of the journal: its action and its recorded fields. */
  async lastEntry(): Promise<{ action: string; objects: Record<string, string> }> {
    type Page = { entries: { action: string; objects: { field: string; values: string[] }[] }[] }
    const { entries } = await this.get<Page>('/api/journal/?limit=1')
    const { action = '', objects = [] } = entries[0] ?? {}
    return { action, objects: Object.fromEntries(objects.map(({ field, values }) => [field, values.join()])) }
  }

  #spawn(args: readonly string[], settings: Settings, words: Words): ChildProcess {
    const set = Object.entries({ ...this.#usual, ...settings }).filter(([, value]) => value !== '')
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
        TROUSSEAU_DATA: this.#folder,
        TROUSSEAU_PORT: '8420',
        TROUSSEAU_DRAIN_SECONDS: '0',
        TROUSSEAU_TRUSTED_PROXIES: '127.0.0.1',
        ...Object.fromEntries(set),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout?.on('data', (chunk: Buffer) => (words.out += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (words.error += chunk.toString()))
    return child
  }

  async #toEnd(args: readonly string[], settings: Settings): Promise<Ended> {
    const words = noWords()
    const child = this.#spawn(args, settings, words)
    await once(child, 'close')
    return { code: child.exitCode, said: words.out + words.error }
  }
}
