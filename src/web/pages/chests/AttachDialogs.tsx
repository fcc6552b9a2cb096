import type { ReactNode } from 'react'
import { chestRights } from '#contract/office/chest-rights.ts'
import { officeTexts } from '#texts/platform/lists.ts'
import { chestTexts } from '#texts/vault/chests.ts'
import { call } from '#web/platform/api/client.ts'
import type { Chest } from '#web/vault/chests/ChestTable.tsx'
import type { AttachedTeam, AttachedUser } from '#web/vault/chests/GrantList.tsx'
import { AttachDialog } from '#web/platform/back-office/AttachDialog.tsx'
import {
  pickablePerson,
  pickableThing,
  resolveUsers,
  teamSource,
  userSource,
} from '#web/office/attaching/sources.ts'
import styles from './AttachDialogs.module.css'

type Ided = { id: number }
const idsOf = (items: readonly Ided[]) => items.map(({ id }) => id)

const notice = <p className={styles.notice}>{chestTexts.attachNotice}</p>

/** Attaches users to a chest and detaches them. Each reply is the list of attached users. */
export function AttachUsers(props: {
  chest: Chest
  onChange: (users: AttachedUser[]) => void
  onClose: () => void
}): ReactNode {
  const params = { id: props.chest.id }
  const attach = async (items: readonly Ided[]) =>
    props.onChange(await call(chestRights.attachUsers, { params, body: { users: idsOf(items) } }))
  return (
    <AttachDialog
      title={chestTexts.usersOf(props.chest.name)}
      texts={officeTexts.attach.user}
      notice={notice}
      attached={props.chest.users.map(pickablePerson)}
      source={userSource}
      onAdd={(item) => attach([item])}
      onRemove={async (item) =>
        props.onChange(await call(chestRights.detachUsers, { params, body: { users: [item.id] } }))
      }
      pasting={{ resolve: resolveUsers, onAdd: attach }}
      onClose={props.onClose}
    />
  )
}

/** Attaches teams to a chest and detaches them. Each reply is the list of attached teams. */
export function AttachTeams(props: {
  chest: Chest
  onChange: (teams: AttachedTeam[]) => void
  onClose: () => void
}): ReactNode {
  const params = { id: props.chest.id }
  return (
    <AttachDialog
      title={chestTexts.teamsOf(props.chest.name)}
      texts={officeTexts.attach.team}
      notice={notice}
      attached={props.chest.teams.map(pickableThing)}
      source={teamSource}
      onAdd={async (item) =>
        props.onChange(await call(chestRights.attachTeams, { params, body: { teams: [item.id] } }))
      }
      onRemove={async (item) =>
        props.onChange(await call(chestRights.detachTeams, { params, body: { teams: [item.id] } }))
      }
      onClose={props.onClose}
    />
  )
}
