import { useMemo, useState, type ReactNode } from 'react'
import { chestRights } from '#contract/office/chest-rights.ts'
import { teams as teamCalls } from '#contract/office/teams.ts'
import { users as userCalls } from '#contract/office/users.ts'
import { allRights, newGrant, rightNames, withRight } from '#domain/platform/rights.ts'
import { chestRightTexts, rightWords } from '#texts/platform/chest-rights.ts'
import { chestTexts } from '#texts/vault/chests.ts'
import { call, callPage } from '#web/platform/api/client.ts'
import { pickablePerson, pickableThing } from '#web/office/attaching/sources.ts'
import type { Pickable } from '#web/platform/back-office/PickList.tsx'
import { PickSet } from '#web/platform/back-office/PickSet.tsx'
import type { Source } from '#web/platform/back-office/useCandidates.ts'
import { useSession } from '#web/platform/shell/session.ts'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { FormRow } from '#web/platform/ui/Form.tsx'
import { CreateManagedChestDialog } from '#web/vault/chests/ManageChestDialogs.tsx'
import styles from './CreateChest.module.css'

const texts = chestTexts.office.access

/** The form of a new chest, with the teams and people who get rights on it. */
export function CreateChest(props: { onCreated: (chestId: number) => void; onClose: () => void }): ReactNode {
  const { user } = useSession()
  const sources = useSources()
  const [teams, setTeams] = useState<readonly Pickable[]>([])
  const [people, setPeople] = useState<readonly Pickable[]>([])
  const [rights, setRights] = useState(newGrant)
  const count = teams.length + people.length
  const isAll = rightNames.every((right) => rights[right])

  /** Attaches with the right to read, then sets the other rights. */
  const grant = async (id: number) => {
    const params = { id }
    if (teams.length > 0)
      await call(chestRights.attachTeams, { params, body: { teams: teams.map((team) => team.id) } })
    // The creator has all rights already.
    const others = people.filter((one) => one.id !== user.id)
    if (others.length > 0)
      await call(chestRights.attachUsers, { params, body: { users: others.map((one) => one.id) } })
    if (rightNames.every((right) => rights[right] === newGrant[right])) return
    for (const team of teams)
      await call(chestRights.grantToTeam, { params: { id, teamId: team.id }, body: rights })
    for (const one of others)
      await call(chestRights.grantToUser, { params: { id, userId: one.id }, body: rights })
  }
  return (
    <CreateManagedChestDialog
      {...props}
      access={{
        isDirty: count > 0,
        grant,
        fields: (
          <>
            <FormRow>
              <PickSet
                label={chestTexts.table.teams}
                texts={texts.teams}
                source={sources.teams}
                chosen={teams}
                onChange={setTeams}
              />
              <PickSet
                label={chestTexts.table.users}
                texts={texts.users}
                source={sources.users}
                chosen={people}
                onChange={setPeople}
              />
            </FormRow>
            {count > 0 && (
              <fieldset className={styles.rights}>
                <legend className={styles.legend}>{texts.rights}</legend>
                <p className={styles.detail}>{texts.rightsDetail}</p>
                <div className={styles.boxes}>
                  <Checkbox
                    label={chestRightTexts.editor.all}
                    isSelected={isAll}
                    isIndeterminate={!isAll}
                    onChange={() => setRights(isAll ? newGrant : allRights)}
                  />
                  {rightNames.map((right) => (
                    <Checkbox
                      key={right}
                      label={rightWords[right].label}
                      isSelected={rights[right]}
                      // Without it, there would be no right at all.
                      isDisabled={right === 'read'}
                      onChange={(isTicked) => setRights(withRight(rights, right, isTicked))}
                    />
                  ))}
                </div>
              </fieldset>
            )}
          </>
        ),
      }}
    />
  )
}

/** Returns who may get rights: teams and people of the chest's bank, which is the current one. */
function useSources(): Record<'teams' | 'users', Source> {
  const { currentBank, user } = useSession()
  const bankId = currentBank?.id
  const self = user.id
  return useMemo(() => {
    const inBank = bankId === undefined ? {} : { bankId }
    return {
      teams: {
        key: ['teams', 'of bank', bankId],
        fetch: async (query, signal) => {
          const { reply, total } = await callPage(teamCalls.list, { query: { ...query, ...inBank }, signal })
          return { items: reply.map(pickableThing), total }
        },
      },
      users: {
        key: ['users', 'of bank', bankId],
        fetch: async (query, signal) => {
          const { reply, total } = await callPage(userCalls.list, { query: { ...query, ...inBank }, signal })
          // The creator has all rights in any case.
          const others = reply.filter(({ id }) => id !== self)
          return { items: others.map(pickablePerson), total: total - (reply.length - others.length) }
        },
      },
    }
  }, [bankId, self])
}
