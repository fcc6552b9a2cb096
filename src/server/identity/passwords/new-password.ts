import type { Transaction } from 'kysely'
import type { Role } from '#domain/platform/roles.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import type { Turn } from '#server/platform/crypto/work-bound.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { wordsOfAccount } from '#server/identity/authentication/own-words.ts'
import { checkAccountPassword } from '#server/identity/authentication/account.ts'
import { orBusy } from '#server/platform/http/busy.ts'
import { endFactorResets } from '#server/identity/resets/factor-resets.ts'
import { refuseReusedPassword, writePassword } from './password-history.ts'
import { endPasswordLinks } from './password-links.ts'

/**
 * Checks and hashes a new password, before the transaction: no writer waits for 19 MiB of work.
 * @throws Refusal PASSWORD_TOO_WEAK, USER_PASSWORD_ALREADY_IN_HISTORY, SERVER_BUSY
 */
export async function hashNewPassword(
  deps: Pick<PlatformDeps, 'db' | 'keys' | 'hasher' | 'strength' | 'config'>,
  { id, login, role }: { readonly id: number; readonly login: string; readonly role: Role },
  newPassword: string,
  turn: Turn,
): Promise<Secret<string>> {
  const password = new Secret(newPassword)
  const words = await wordsOfAccount(deps, id)
  await checkAccountPassword(deps.strength.isGuessable, { password: newPassword, login, role, words })
  await refuseReusedPassword(deps, id, password, turn)
  return orBusy(() => deps.hasher.hash(password, turn))
}

/** Replaces the password of an account, and ends its links. @returns whether it had a password before */
export async function replacePassword(
  tx: Transaction<Tables>,
  deps: Pick<PlatformDeps, 'keys'>,
  account: { readonly userId: number; readonly hash: Secret<string>; readonly now: number },
): Promise<boolean> {
  const hadOne = await writePassword(tx, deps, account)
  await endPasswordLinks(tx, account.userId, account.now)
  await endFactorResets(tx, account.userId, account.now)
  return hadOne
}
