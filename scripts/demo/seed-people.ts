import { Secret as OtpSecret } from 'otpauth'
import { fold } from '../../src/domain/platform/folding.ts'
import { markReleasesRead } from '../../src/server/access/account-rows.ts'
import { Secret } from '../../src/server/platform/crypto/secret.ts'
import { sealingKeys } from '../../src/server/platform/root-keys/sealing-keys.ts'
import { markOf } from '#server/access/proved-changes.ts'
import { insertAccount } from '../../src/server/identity/authentication/account.ts'
import { sealTotp, totpSecretBytes } from '../../src/server/identity/authentication/totp.ts'
import type { Chance } from './chance.ts'
import type { Demonstration, Worker } from './installation.ts'
import { banks, people, teams, type TeamName } from './organisation.ts'

/** The password of every account: it is printed and shown. */
const password = 'demonstration de trousseau 2026'

export type People = {
  /** In the order of organisation.ts. */
  readonly workers: readonly Worker[]
  readonly banks: readonly number[]
  readonly teams: ReadonlyMap<TeamName, number>
}

const founders = 8
const daysBetween = 26

const loginOf = ({ first, last }: { first: string; last: string }): string =>
  `${fold(first)}.${fold(last)}`.replace(/[^a-z.]/g, '')

/** Creates banks, teams and users by back-office calls; accounts look as if each had signed in before. */
export async function seedPeople(demo: Demonstration, chance: Chance, opening: number): Promise<People> {
  const { deps, call } = demo
  const hash = await deps.hasher.hash(new Secret(password))
  const workers: Worker[] = []
  for (const [index, person] of people.entries()) {
    // Some users exist from the beginning, the others join one after the other.
    await demo.at(opening + Math.max(0, index - founders) * daysBetween * 86_400_000)
    const login = loginOf(person)
    const secret = chance.bytes(totpSecretBytes)
    const id = await deps.db.transaction().execute(async (tx) => {
      const made = await insertAccount(tx, deps, {
        login,
        firstName: person.first,
        lastName: person.last,
        email: `${login}@armor-infogerance.example`,
        role: person.role,
        type: person.isDirector ? 'DIRECTOR' : 'STANDARD',
        passwordHash: hash,
        createdBy: workers[0]?.id ?? null,
      })
      const mark = await markOf(tx, 'users', made)
      const sealed = sealTotp(await sealingKeys(tx, deps.keys.keyring), { id: made, mark }, secret)
      await markReleasesRead(tx, made)
      await tx
        .updateTable('users')
        .set({ totp_secret: sealed, totp_mark: mark, qr_scanned: 1 })
        .where('id', '=', made)
        .execute()
      return made
    })
    workers.push(await demo.session({ id, login }))
    if (person.shownAs !== undefined) {
      demo.accounts.push({
        id,
        login,
        name: `${person.first} ${person.last}`,
        role: person.role,
        shownAs: person.shownAs,
        password,
        secret: new OtpSecret({ buffer: secret.buffer as ArrayBuffer }).base32,
      })
    }
  }

  await demo.at(opening)
  const [chief] = workers
  if (chief === undefined) throw new Error('nobody administers')
  const bankIds: number[] = []
  for (const [at, bank] of banks.entries()) {
    const { id } = await call(chief, 'POST', '/api/bank/', bank)
    bankIds.push(id)
    const users = workers.filter((_, index) => people[index]?.banks.includes(at)).map((worker) => worker.id)
    await call(chief, 'POST', `/api/bank/${id}/user`, { users })
  }
  const teamIds = new Map<TeamName, number>()
  for (const { name, description, banks: places } of teams) {
    const { id } = await call(chief, 'POST', '/api/team/', { name, description })
    teamIds.set(name, id)
    const users = workers.filter((_, index) => people[index]?.teams.includes(name)).map((worker) => worker.id)
    await call(chief, 'POST', `/api/team/${id}/user`, { users })
    for (const place of places) await call(chief, 'POST', `/api/bank/${bankIds[place]}/team/${id}`)
  }
  return { workers, banks: bankIds, teams: teamIds }
}
