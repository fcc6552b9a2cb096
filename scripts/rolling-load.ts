/**
 * The load of `rolling.ts`: people who sign in, create, read, search and open pages through a balancer while nodes are replaced.
 * Each answer is judged: a password that is read is the one that was stored, a search finds what was acknowledged, whichever
 * node answers, and a code that one node has accepted is refused by the other.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Secret as OtpSecret, TOTP } from 'otpauth'
import { expectStatus, newHttpBrowser, type HttpBrowser } from '#server/testing/browser.ts'

const readers = 4
const writers = 2
const searchers = 2
/** The pause of each person between two requests, in milliseconds. */
const pauseMs = 5
/** The length of a TOTP step, in milliseconds: an account signs in once in each. */
const stepMs = 30_000

const kinds = ['reads', 'creations', 'searches', 'sign-ins', 'pages'] as const
type Kind = (typeof kinds)[number]

export type Account = { readonly login: string; readonly password: string }
type Created = { readonly id: number; readonly word: string; readonly password: string }

/** What an account knows of its authenticator: the secret once it is enrolled, and the step of its last code. */
type Authenticator = { secret: string | null; usedStep: number }

type Target = {
  readonly publicUrl: string
  /** The session that creates, reads and searches. */
  readonly cookies: Map<string, string>
  readonly chestId: number
  /** Each signs in with an authenticator that it enrols first. */
  readonly accounts: readonly Account[]
}

export type Load = {
  /** Ends the load and waits for the requests in flight. */
  stop(): Promise<void>
  /** The ids of the items whose creation was answered. */
  readonly acknowledged: ReadonlySet<number>
  readonly failures: readonly string[]
  /** One line for each kind of request; null for the times of a kind that was never answered. */
  report(): string[]
  /** Whether each kind was answered, and nothing failed. */
  isWhole(): boolean
}

const stepNow = (): number => Math.floor(Date.now() / stepMs)

/** Starts the load, once a first item is there to be read. It goes on until it is stopped. */
export async function startLoad(target: Target): Promise<Load> {
  const { publicUrl, cookies, chestId } = target
  const times: Record<Kind, number[]> = { reads: [], creations: [], searches: [], 'sign-ins': [], pages: [] }
  const failures: string[] = []
  const created: Created[] = []
  let isOver = false

  const attempt = async (kind: Kind, work: () => Promise<void>): Promise<void> => {
    const since = performance.now()
    try {
      await work()
      times[kind].push(performance.now() - since)
    } catch (error) {
      const { message, cause } = error as Error
      const why = cause instanceof Error ? `: ${cause.message}` : ''
      failures.push(`${new Date().toISOString()} ${kind}: ${message}${why}`)
    }
    await pause(pauseMs)
  }
  const repeat = async (kind: Kind, work: () => Promise<void>): Promise<void> => {
    while (!isOver) await attempt(kind, work)
  }
  const repeatTimes = (count: number, kind: Kind, work: (browser: HttpBrowser) => Promise<void>) =>
    Array.from({ length: count }, () => {
      const browser = newHttpBrowser(publicUrl, cookies)
      return repeat(kind, () => work(browser))
    })
  const anyCreated = (): Created => {
    const item = created[Math.floor(Math.random() * created.length)]
    if (!item) throw new Error('no item was created')
    return item
  }

  const create = async (browser: HttpBrowser): Promise<void> => {
    const word = randomBytes(8).toString('hex')
    const password = randomBytes(12).toString('base64url')
    const item = { chestId, name: `Serveur ${word}`, password }
    const { id } = expectStatus(await browser.post('/api/item/', item), 201).body as { id: number }
    created.push({ id, word, password })
  }
  const read = async (browser: HttpBrowser): Promise<void> => {
    expectStatus(await browser.get(`/api/chest/${chestId}/tree/`), 200)
    const item = anyCreated()
    const copied = expectStatus(await browser.get(`/api/item/${item.id}/copy`), 200).body
    if (copied !== item.password) throw new Error(`item ${item.id} has another password`)
  }
  const search = async (browser: HttpBrowser): Promise<void> => {
    const item = anyCreated()
    const reply = await browser.post('/api/search', { search: item.word, type: '' })
    const { items, incomplete } = expectStatus(reply, 200).body as {
      items: { id: number }[]
      incomplete: boolean
    }
    if (!incomplete && !items.some(({ id }) => id === item.id))
      throw new Error(`item ${item.id} was not found`)
  }

  await create(newHttpBrowser(publicUrl, cookies))
  const work = [
    ...repeatTimes(writers, 'creations', create),
    ...repeatTimes(readers, 'reads', read),
    ...repeatTimes(searchers, 'searches', search),
    repeat('pages', () => openPage(publicUrl)),
    ...target.accounts.map(async (account) => {
      const known: Authenticator = { secret: null, usedStep: 0 }
      while (!isOver) {
        if (stepNow() === known.usedStep) await pause(100)
        else await attempt('sign-ins', () => signIn(publicUrl, account, known))
      }
    }),
  ]

  return {
    failures,
    get acknowledged() {
      return new Set(created.map(({ id }) => id))
    },
    stop: async () => {
      isOver = true
      await Promise.all(work)
    },
    report: () =>
      kinds.map((kind) => {
        const sorted = times[kind].toSorted((a, b) => a - b)
        const at = (share: number): string =>
          (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0)
        return `${sorted.length} ${kind}, p50 ${at(0.5)} ms, longest ${at(1)} ms`
      }),
    isWhole: () => failures.length === 0 && kinds.every((kind) => times[kind].length > 0),
  }
}

/** Signs in, uses the session, tries the code a second time, and signs out. It enrols the authenticator the first time. */
async function signIn(publicUrl: string, account: Account, known: Authenticator): Promise<void> {
  const browser = newHttpBrowser(publicUrl)
  const jwt = await firstStep(browser, account)
  const secret = known.secret ?? (await newSecret(browser, jwt))
  const token = new TOTP({ secret: OtpSecret.fromBase32(secret) }).generate()
  known.usedStep = stepNow()
  expectStatus(await browser.post('/api/auth/step2', { jwt, token, source: 'web' }), 200)
  known.secret = secret
  expectStatus(await browser.get('/api/session'), 200)
  const thief = newHttpBrowser(publicUrl)
  const stolen = { jwt: await firstStep(thief, account), token, source: 'web' }
  const { status } = await thief.post('/api/auth/step2', stolen)
  if (status !== 401) throw new Error(`a code that was used was answered ${status}`)
  expectStatus(await browser.post('/api/auth/logout', {}), 200)
}

async function firstStep(browser: HttpBrowser, { login, password }: Account): Promise<string> {
  const reply = await browser.post('/api/auth/step1', { login, password, type: 'LOCAL', source: 'web' })
  return (expectStatus(reply, 200).body as { jwt: string }).jwt
}

async function newSecret(browser: HttpBrowser, jwt: string): Promise<string> {
  const shown = expectStatus(await browser.post('/api/auth/2fasecret', { jwt }), 200)
  return (shown.body as { secret: string }).secret
}

/** Fetches a page, then its scripts and styles, as a browser does. @throws Error for an asset that is not found */
async function openPage(url: string): Promise<void> {
  const reply = await fetch(`${url}/routes/explorer`)
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`the page answered ${reply.status}`)
  const assets = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path)
  if (assets.length === 0) throw new Error('the page has no scripts')
  for (const path of assets) {
    const asset = await fetch(`${url}${path}`)
    await asset.arrayBuffer()
    if (asset.status !== 200) throw new Error(`${path} answered ${asset.status}`)
  }
}
