import { setTimeout as pause } from 'node:timers/promises'
import type { ParseArgsOptionsConfig } from 'node:util'
import { accountSecurity } from '#contract/identity/account-security.ts'
import { mailCodes } from '#contract/identity/mail-codes.ts'
import { signIn } from '#contract/identity/sign-in.ts'
import { session } from '#contract/platform/session.ts'
import { chests } from '#contract/vault/chests.ts'
import { masterKey } from '#contract/vault/master-key.ts'
import { oneTimeCode, parseOtpSecret, secondsLeft, type OtpSettings } from '#domain/platform/one-time-code.ts'
import { remoteTexts as texts } from '#texts/remote-commands.ts'
import { readConfig } from '../config.ts'
import { askSecret, CommandError, UsageError, type CommandContext } from './command.ts'
import { readSecretFile, remoteAt, RemoteRefusal, type Remote } from './remote.ts'

/** The options of every command that signs in to a running server. Secrets are in files or typed, never an argument. */
export const sessionOptions = {
  url: { type: 'string' },
  login: { type: 'string' },
  ldap: { type: 'boolean' },
  chest: { type: 'string' },
  folder: { type: 'string' },
  'password-file': { type: 'string' },
  'totp-file': { type: 'string' },
  'master-key-file': { type: 'string' },
} as const satisfies ParseArgsOptionsConfig

type Given = {
  readonly [Name in keyof typeof sessionOptions]?: (typeof sessionOptions)[Name]['type'] extends 'boolean'
    ? boolean
    : string
}

export type RemoteSession = {
  readonly remote: Remote
  readonly chest: { readonly id: number; readonly name: string }
  readonly folderId: number | undefined
  /** Gives a fresh proof of the person, as exports require. */
  readonly prove: () => Promise<void>
}

/** Returns a number among the options. @throws UsageError */
export function readNumber(option: string, text: string): number {
  if (!/^[0-9]{1,15}$/.test(text)) throw new UsageError(texts.notNumber(option))
  return Number(text)
}

/** Asks for a secret, or reads it from a file. @throws CommandError without one */
export async function secretFrom(
  context: CommandContext,
  path: string | undefined,
  question: string,
): Promise<string> {
  const secret =
    path === undefined ? await askSecret(context.terminal, question) : await readSecretFile(context, path)
  if (secret === null || secret === '') throw new CommandError(texts.noAnswer)
  return secret
}

/**
 * Signs in with password and second factor, opens the chest, runs work, and signs out.
 * @throws UsageError, CommandError, RemoteRefusal
 */
export async function withRemoteSession<Result>(
  context: CommandContext,
  given: Given,
  work: (at: RemoteSession) => Promise<Result>,
): Promise<Result> {
  const { terminal } = context
  const { chest: named, folder } = given
  if (named === undefined) throw new UsageError(texts.missing('--chest'))
  const folderId = folder === undefined ? undefined : readNumber('--folder', folder)
  const remote = remoteAt(given.url ?? readConfig(context.env).publicUrl)
  const login = given.login ?? (terminal.isInteractive ? await terminal.ask(texts.login) : null)
  if (login === null) throw new UsageError(texts.missing('--login'))
  const password = await secretFrom(context, given['password-file'], texts.password)
  const totpPath = given['totp-file']
  const totp = totpPath === undefined ? null : await totpOf(context, totpPath)
  const body = { login, password, type: given.ldap === true ? 'DIST' : 'LOCAL', source: 'web' } as const
  const { jwt } = await remote.call(signIn.step1, { body })
  const factor = await secondFactor(context, remote, jwt, totp)
  try {
    const chest = await findChest(remote, named)
    if (chest.guardian) {
      const key = await secretFrom(context, given['master-key-file'], texts.masterKey(chest.name))
      const unlocked = await remote.call(masterKey.verify, { body: { chestId: chest.id, masterkey: key } })
      remote.useHandle(unlocked.key)
    }
    const prove = () =>
      factor.give(({ method, token }) =>
        remote.call(accountSecurity.prove, { body: { password, factor: { method, token } } }),
      )
    return await work({ remote, chest, folderId, prove })
  } finally {
    await remote.call(session.logout, {}).catch(() => undefined)
  }
}

async function totpOf(context: CommandContext, path: string): Promise<OtpSettings> {
  const settings = parseOtpSecret(await readSecretFile(context, path))
  if (settings === null) throw new CommandError(texts.badTotp(path))
  return settings
}

type Proof = { readonly method: 'totp' | 'mail'; readonly token: string }
type Factor = {
  /** Gives another code than that of the sign-in, which the server no longer accepts. */
  give(send: (proof: Proof) => Promise<unknown>): Promise<void>
}

/** Gives the second factor, which opens the session. */
async function secondFactor(
  context: CommandContext,
  remote: Remote,
  jwt: string,
  totp: OtpSettings | null,
): Promise<Factor> {
  const asked = async (question: string) => (await secretFrom(context, undefined, question)).trim()
  const { methods, qrScanned } = await remote.call(signIn.secondFactorSecret, { body: { jwt } })
  if (methods.includes('totp')) {
    if (!qrScanned) throw new CommandError(texts.notEnrolled)
    const open = ({ token }: Proof) => remote.call(signIn.step2, { body: { jwt, token, source: 'web' } })
    if (totp !== null) {
      const codes = computedCodes(context, totp)
      await codes.give(open)
      return codes
    }
    await naming(open({ method: 'totp', token: await asked(texts.token) }))
    return { give: async (send) => naming(send({ method: 'totp', token: await asked(texts.nextToken) })) }
  }
  if (!methods.includes('mail')) throw new CommandError(texts.noMethod)
  const { jwt: longer } = await remote.call(mailCodes.send, { body: { jwt } })
  const mailed = await asked(texts.mailToken)
  await naming(remote.call(mailCodes.verify, { body: { jwt: longer, token: mailed, source: 'web' } }))
  return {
    give: async (send) => {
      await remote.call(accountSecurity.sendCode, {})
      await naming(send({ method: 'mail', token: await asked(texts.nextMailToken) }))
    },
  }
}

/**
 * Gives the codes of an authenticator. A refused one has most likely served another command within its thirty seconds:
 * the next one is waited for and given, once, so that a wrong secret costs two of the tries before a block.
 */
function computedCodes({ terminal, clock }: CommandContext, totp: OtpSettings): Factor {
  let used: string | null = null
  const nextToken = async (): Promise<string> => {
    if (oneTimeCode(totp, clock()) === used) {
      terminal.note(texts.waiting)
      await pause(1000 * secondsLeft(clock(), totp.period))
    }
    return (used = oneTimeCode(totp, clock()))
  }
  return {
    give: async (send) => {
      const attempt = async () => void (await send({ method: 'totp', token: await nextToken() }))
      await attempt().catch((error: unknown) => {
        if (!isRefusedCode(error)) throw error
        return naming(attempt())
      })
    },
  }
}

/** A refusal of what follows the right password: of the code. */
const isRefusedCode = (error: unknown): error is RemoteRefusal =>
  error instanceof RemoteRefusal && (error.code === 'SIGN_IN_FAILED' || error.code === 'PROOF_WRONG')

/** Names the code where the server, which tells nobody what was wrong, names the password. */
async function naming(given: Promise<unknown>): Promise<void> {
  try {
    await given
  } catch (error) {
    throw isRefusedCode(error) ? new RemoteRefusal(error.code, texts.codeRefused) : error
  }
}

async function findChest(remote: Remote, named: string) {
  const { data } = await remote.call(chests.listOfUser, {})
  const found = data.filter(({ id, name }) => String(id) === named || name === named)
  const byId = found.find(({ id }) => String(id) === named)
  const [first, ...others] = byId ? [byId] : found
  if (!first) throw new CommandError(texts.noChest(named))
  if (others.length > 0)
    throw new CommandError(
      texts.severalChests(
        named,
        found.map(({ id }) => id),
      ),
    )
  return first
}
