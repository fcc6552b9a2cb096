import type { ReactNode } from 'react'
import { chestRights } from '#contract/chest-rights.ts'
import { teams } from '#contract/teams.ts'
import { users } from '#contract/users.ts'
import { chestTexts } from '#texts/chests.ts'
import { call, callPage } from '#web/api/client.ts'
import type { Chest } from '#web/chests/ChestTable.tsx'
import type { AttachedTeam, AttachedUser } from '#web/chests/GrantList.tsx'
import { nameOf } from '#web/rights/nameOf.ts'
import { AttachDialog } from '#web/shell/office/AttachDialog.tsx'
import styles from './AttachDialogs.module.css'

type Person = { id: number; login: string; firstName: string; lastName: string }
const personOf = (person: Person) => ({ id: person.id, name: nameOf(person), detail: person.login })
const teamOf = ({ id, name }: { id: number; name: string }) => ({ id, name })
const idsOf = (items: readonly { id: number }[]) => items.map(({ id }) => id)

const notice = <p className={styles.notice}>{chestTexts.attachNotice}</p>

/** Attaches people to a chest and detaches them; each reply is the list attached. */
export function AttachUsers(props: {
  chest: Chest
  onChange: (users: AttachedUser[]) => void
  onClose: () => void
}): ReactNode {
  const params = { id: props.chest.id }
  return (
    <AttachDialog
      title={chestTexts.attachUsers.title(props.chest.name)}
      texts={chestTexts.attachUsers}
      notice={notice}
      attached={props.chest.users.map(personOf)}
      source={{
        key: ['users'],
        fetch: async (query, signal) => {
          const { reply, total } = await callPage(users.list, { query, signal })
          return { items: reply.map(personOf), total }
        },
      }}
      onAdd={async (items) =>
        props.onChange(await call(chestRights.attachUsers, { params, body: { users: idsOf(items) } }))
      }
      onRemove={async (item) =>
        props.onChange(await call(chestRights.detachUsers, { params, body: { users: [item.id] } }))
      }
      resolve={async (entries) => {
        const reply = await call(users.resolve, { body: { entries: [...entries] } })
        return { found: reply.users.map(personOf), unknown: reply.unknown }
      }}
      onClose={props.onClose}
    />
  )
}

/** The same for teams. */
export function AttachTeams(props: {
  chest: Chest
  onChange: (teams: AttachedTeam[]) => void
  onClose: () => void
}): ReactNode {
  const params = { id: props.chest.id }
  return (
    <AttachDialog
      title={chestTexts.attachTeams.title(props.chest.name)}
      texts={chestTexts.attachTeams}
      notice={notice}
      attached={props.chest.teams.map(teamOf)}
      source={{
        key: ['teams'],
        fetch: async (query, signal) => {
          const { reply, total } = await callPage(teams.list, { query, signal })
          return { items: reply.map(teamOf), total }
        },
      }}
      onAdd={async (items) =>
        props.onChange(await call(chestRights.attachTeams, { params, body: { teams: idsOf(items) } }))
      }
      onRemove={async (item) =>
        props.onChange(await call(chestRights.detachTeams, { params, body: { teams: [item.id] } }))
      }
      onClose={props.onClose}
    />
  )
}
