import { Archive, Building2, User, UserPlus, Users } from 'lucide-react'
import { banks } from '#contract/office/banks.ts'
import { chestRights } from '#contract/office/chest-rights.ts'
import { teams } from '#contract/office/teams.ts'
import { officeTexts, selectionTexts as texts } from '#texts/platform/lists.ts'
import { bankTexts } from '#texts/office/banks.ts'
import { chestTexts } from '#texts/vault/chests.ts'
import {
  bankSource,
  chestSource,
  managedTeamSource,
  teamSource,
  userSource,
} from '#web/office/attaching/sources.ts'
import { call } from '#web/platform/api/client.ts'
import type { SelectionAct } from './AttachSelection.tsx'

const { attach } = officeTexts
const choices = {
  banks: {
    label: texts.banks,
    texts: { search: texts.searchBanks, noneAvailable: texts.noBank },
    source: bankSource,
  },
  teams: {
    label: texts.teams,
    texts: { search: attach.team.search, noneAvailable: texts.noTeam },
    source: teamSource,
  },
  users: {
    label: texts.users,
    texts: { search: attach.user.search, noneAvailable: texts.noUser },
    source: userSource,
  },
  chests: {
    label: texts.chests,
    texts: { search: attach.chest.search, noneAvailable: texts.noChest },
    source: chestSource,
  },
} as const

/** Makes a call for each row, one after the other: each changes who may read something. */
async function forEach(ids: readonly number[], one: (id: number) => Promise<unknown>): Promise<void> {
  for (const id of ids) await one(id)
}

export const userSelectionActs: readonly SelectionAct[] = [
  {
    id: 'teams',
    label: texts.toTeams,
    icon: <UserPlus />,
    title: texts.usersTo.teams,
    choice: { ...choices.teams, source: managedTeamSource },
    run: (ids, id) => call(teams.attachUsers, { params: { id }, body: { users: [...ids] } }),
  },
  {
    id: 'banks',
    label: texts.toBanks,
    icon: <Building2 />,
    title: texts.usersTo.banks,
    choice: choices.banks,
    run: (ids, id) => call(banks.attachUsers, { params: { id }, body: { users: [...ids] } }),
  },
]

export const teamSelectionActs: readonly SelectionAct[] = [
  {
    id: 'banks',
    label: texts.toBanks,
    icon: <Building2 />,
    title: texts.teamsTo.banks,
    choice: choices.banks,
    run: (ids, id) => forEach(ids, (teamId) => call(banks.attachTeam, { params: { id, teamId } })),
  },
]

export const chestSelectionActs: readonly SelectionAct[] = [
  {
    id: 'users',
    label: chestTexts.office.users,
    icon: <User />,
    title: texts.chestsTo.users,
    choice: choices.users,
    notice: chestTexts.attachNotice,
    run: (ids, user) =>
      forEach(ids, (id) => call(chestRights.attachUsers, { params: { id }, body: { users: [user] } })),
  },
  {
    id: 'teams',
    label: chestTexts.office.teams,
    icon: <Users />,
    title: texts.chestsTo.teams,
    choice: choices.teams,
    notice: chestTexts.attachNotice,
    run: (ids, team) =>
      forEach(ids, (id) => call(chestRights.attachTeams, { params: { id }, body: { teams: [team] } })),
  },
  {
    id: 'banks',
    label: texts.toBanks,
    icon: <Building2 />,
    title: texts.chestsTo.banks,
    choice: choices.banks,
    run: (ids, id) => forEach(ids, (chestId) => call(banks.attachChest, { params: { id, chestId } })),
  },
]

export const bankSelectionActs: readonly SelectionAct[] = [
  {
    id: 'users',
    label: bankTexts.attach.user,
    icon: <User />,
    title: texts.banksTo.users,
    choice: choices.users,
    run: (ids, user) =>
      forEach(ids, (id) => call(banks.attachUsers, { params: { id }, body: { users: [user] } })),
  },
  {
    id: 'teams',
    label: bankTexts.attach.team,
    icon: <Users />,
    title: texts.banksTo.teams,
    choice: choices.teams,
    run: (ids, teamId) => forEach(ids, (id) => call(banks.attachTeam, { params: { id, teamId } })),
  },
  {
    id: 'chests',
    label: bankTexts.attach.chest,
    icon: <Archive />,
    title: texts.banksTo.chests,
    choice: choices.chests,
    run: (ids, chestId) => forEach(ids, (id) => call(banks.attachChest, { params: { id, chestId } })),
  },
]
