import { randomBytes } from 'node:crypto'
import { generatePassword } from '#domain/platform/password-generator.ts'
import { isGuessable } from '#domain/platform/password-floors.ts'
import { generatorLimits } from '#domain/platform/limits.ts'
import { createAdminTexts } from '#texts/commands.ts'
import { createPasswordHasher } from '#server/platform/crypto/password-hash.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { createWorkBound } from '#server/platform/crypto/work-bound.ts'
import { createJournal } from '#server/platform/journal/journal.ts'
import {
  checkAccountPassword,
  faultyField,
  insertAccount,
  type Identity,
} from '#server/identity/authentication/account.ts'
import { wordsOfIdentity } from '#server/identity/authentication/own-words.ts'
import { openGuide } from '#server/identity/sign-in/first-start.ts'
import { endSetup } from '#server/identity/sign-in/setup.ts'
import {
  askSecret,
  CommandError,
  commandOrigin,
  withInstallation,
  type Command,
  type CommandContext,
} from './command.ts'
import { parseOptions } from './options.ts'
import type { Terminal } from './terminal.ts'

const options = {
  login: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  email: { type: 'string' },
  generate: { type: 'boolean' },
} as const

const fields = {
  login: 'login',
  firstName: 'first-name',
  lastName: 'last-name',
  email: 'email',
} as const satisfies Record<keyof Identity, keyof typeof options>

const role = 'ROLE_SUPER_ADMINISTRATOR'

/** Creates a super administrator, even when others exist: whoever controls the machine can regain access. */
export const createAdminCommand: Command = async (context) => {
  const given = readOptions(context.args)
  return withInstallation(context, async ({ config, database, keys }) => {
    const { terminal, clock } = context
    const identity = await askIdentity(terminal, given)
    const password = given.generate ? drawnPassword() : await askPassword(terminal)
    const words = wordsOfIdentity({ config }, identity)
    const choice = { password: password.reveal(), login: identity.login, role, words } as const
    await checkAccountPassword(isGuessable, choice)
    const bound = createWorkBound({ concurrency: 1, queue: 0 })
    const passwordHash = await createPasswordHasher({ bound }).hash(password)
    const journal = createJournal({ clock, keys, randomBytes })
    await database.db.transaction().execute(async (tx) => {
      const other = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()
      await endSetup(tx, clock())
      const account = {
        ...identity,
        role,
        type: 'STANDARD',
        passwordHash,
        createdBy: null,
        mustChange: given.generate,
      } as const
      const id = await insertAccount(tx, { keys, clock }, account)
      if (!other) await openGuide(tx, id)
      await journal.record(tx, null, commandOrigin, { action: 'user.created', objects: { user: id, role } })
    })
    if (given.generate) terminal.say(createAdminTexts.generated(password.reveal()))
    terminal.say(createAdminTexts.done(identity.login))
    return 0
  })
}

type Given = Partial<Record<keyof Identity, string>> & { readonly generate: boolean }

function readOptions(args: CommandContext['args']): Given {
  const { values } = parseOptions(args, options, createAdminTexts.stray)
  const given = Object.entries(fields).map(([field, option]) => [field, values[option]])
  return { ...(Object.fromEntries(given) as Partial<Identity>), generate: values.generate === true }
}

async function askIdentity(terminal: Terminal, given: Given): Promise<Identity> {
  const identity = { login: '', firstName: '', lastName: '', email: '' }
  for (const [field, option] of Object.entries(fields) as [keyof Identity, string][]) {
    const value =
      given[field] ?? (terminal.isInteractive ? await terminal.ask(createAdminTexts[field]) : null)
    if (value === null) throw new CommandError(createAdminTexts.missing(option))
    identity[field] = value.trim()
  }
  const faulty = faultyField(identity)
  if (faulty) throw new CommandError(createAdminTexts.faulty[faulty])
  return identity
}

async function askPassword(terminal: Terminal): Promise<Secret<string>> {
  const password = await askSecret(terminal, createAdminTexts.password)
  if (password === null || password === '') throw new CommandError(createAdminTexts.noPassword)
  if (terminal.isInteractive && (await askSecret(terminal, createAdminTexts.confirmation)) !== password) {
    throw new CommandError(createAdminTexts.differs)
  }
  return new Secret(password)
}

const drawnPassword = (): Secret<string> =>
  new Secret(generatePassword({ length: generatorLimits.default, specials: true }, randomBytes))
