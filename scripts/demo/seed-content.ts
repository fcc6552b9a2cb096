import { Secret as OtpSecret } from 'otpauth'
import { fold } from '../../src/domain/platform/folding.ts'
import { rightNames } from '../../src/domain/platform/rights.ts'
import type { Chance } from './chance.ts'
import type { ChestPlan, FolderPlan } from './chest-plans.ts'
import { chestPlans } from './master-keys.ts'
import type { Demonstration, Worker } from './installation.ts'
import { people, type TeamName } from './organisation.ts'
import type { People } from './seed-people.ts'
import { extraFieldsOf } from './extra-fields.ts'

/** A chest with its readers: its owner and the members of its teams. */
export type MadeChest = {
  readonly id: number
  readonly plan: ChestPlan
  readonly owner: Worker
  readonly readers: readonly Worker[]
  /** Users who may change its content. */
  readonly writers: readonly Worker[]
}

/** An item to be created on its day. */
export type PlannedItem = {
  readonly chest: MadeChest
  readonly folder: number
  readonly body: Readonly<Record<string, unknown>> & { readonly otp?: string }
}

const memberOf = (teams: readonly TeamName[], bank: number) => (index: number) =>
  people[index]?.banks.includes(bank) === true &&
  teams.some((team) => people[index]?.teams.includes(team) === true)

/** Creates the chests with their banks, rights and folders, without items. */
export async function seedChests(demo: Demonstration, crew: People): Promise<MadeChest[]> {
  const { call } = demo
  const [chief] = crew.workers
  if (chief === undefined) throw new Error('nobody administers')
  const made: MadeChest[] = []
  for (const plan of chestPlans) {
    const { id } = await call(chief, 'POST', '/api/chest/', {
      name: plan.name,
      description:
        plan.masterKey === undefined
          ? plan.description
          : // First, since lists show only the beginning.
            `Clé maître\u00a0: ${plan.masterKey} (démonstration). ${plan.description}`,
      type: 'service',
    })
    await call(chief, 'POST', `/api/bank/${crew.banks[plan.bank]}/chest/${id}`)
    const owner: Worker = crew.workers[plan.owner] ?? chief
    const full = Object.fromEntries(rightNames.map((right) => [right, true]))
    if (owner !== chief) {
      await call(chief, 'POST', `/api/chest/${id}/user`, { users: [owner.id] })
      await call(chief, 'PATCH', `/api/chest/${id}/right/${owner.id}`, full)
    }
    for (const { team, rights } of plan.grants) {
      const teamId = crew.teams.get(team)
      await call(chief, 'POST', `/api/chest/${id}/team`, { teams: [teamId] })
      const bits = Object.fromEntries(rightNames.map((right) => [right, rights.includes(right)]))
      await call(chief, 'PATCH', `/api/chest/${id}/right/team/${teamId}`, bits)
    }
    const among = (right: 'read' | 'update') => {
      const teams = plan.grants.filter((grant) => grant.rights.includes(right)).map((grant) => grant.team)
      const isMember = memberOf(teams, plan.bank)
      return [owner, ...crew.workers.filter((worker, index) => worker !== owner && isMember(index))]
    }
    made.push({ id, plan, owner, readers: among('read'), writers: among('update') })
  }
  return made
}

/** Creates the folders of a chest. @returns its items, in the order of the folders */
export async function planItems(
  demo: Demonstration,
  chance: Chance,
  chest: MadeChest,
): Promise<PlannedItem[]> {
  const items: PlannedItem[] = []
  for (const plan of chest.plan.folders) {
    const made = await demo.call(chest.owner, 'POST', '/api/folder/', { chestId: chest.id, name: plan.name })
    // Equipment has a folder for each place; everything else is in one folder.
    const isByPlace = plan.places !== undefined && plan.places.length > 2 && plan.category === 4
    for (const place of plan.places ?? [null]) {
      const folder = isByPlace
        ? await demo.call(chest.owner, 'POST', '/api/folder/', {
            chestId: chest.id,
            name: place,
            parentFolderId: made.id,
          })
        : made
      for (const thing of plan.things)
        items.push({ chest, folder: folder.id, body: bodyOf(plan, thing, place, chance) })
    }
  }
  return items
}

const slug = (text: string) =>
  fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const notes = [
  '',
  '',
  "Renouveler à chaque départ d'un membre de l'équipe.",
  'Double de la clé au coffre du secrétariat.',
  "Contrat de maintenance jusqu'en décembre.",
  'Prévenir le support avant toute modification.',
  "Compte partagé\u00a0: ne pas changer sans l'accord du responsable.",
] as const

function bodyOf(plan: FolderPlan, thing: string, place: string | null, chance: Chance) {
  const name = place === null ? thing : `${thing}, ${place}`
  const host = slug(place === null ? thing : `${thing} ${place}`)
  const hasCode = chance.percent(plan.codes ?? 0)
  return {
    name,
    categoryId: plan.category,
    login: plan.login,
    password: passwordFrom(chance, thing),
    ...(plan.address !== undefined && { address: plan.address.replace('{}', host) }),
    ...(hasCode && { otp: new OtpSecret({ buffer: chance.bytes(20).buffer as ArrayBuffer }).base32 }),
    description: chance.of(notes),
    fields: extraFieldsOf(plan.category, name, host),
  }
}

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!#$*%?'

/** Returns a password: mostly drawn, some short, a few as people invent them, so that the meters differ. */
export function passwordFrom(chance: Chance, about: string): string {
  const draw = (length: number) =>
    Array.from({ length }, () => alphabet[chance.below(alphabet.length)]).join('')
  const kind = chance.below(100)
  if (kind < 65) return draw(20 + chance.below(5))
  if (kind < 82) return draw(13 + chance.below(3))
  if (kind < 92) return draw(9)
  return `${about.replace(/[^A-Za-z]/g, '').slice(0, 9) || 'Bienvenue'}${2019 + chance.below(7)}!`
}
