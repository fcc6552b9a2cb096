import { useEffect, useId, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ListFilter, X } from 'lucide-react'
import { banks } from '#contract/office/banks.ts'
import { teams } from '#contract/office/teams.ts'
import { lastSignInFilters, userStateFilters } from '#contract/office/users.ts'
import { roleNames } from '#domain/platform/roles.ts'
import { officeTexts } from '#texts/platform/lists.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { userTexts } from '#texts/office/users.ts'
import { call, callPage } from '#web/platform/api/client.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { useFound } from '#web/platform/back-office/SearchedChoice.tsx'
import type { ListPageState } from '#web/platform/back-office/useListPage.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ComboBox } from '#web/platform/ui/ComboBox.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { useMedia } from '#web/platform/ui/useMedia.ts'
import { filterQuery, type UserFilters as Filters } from './filterQuery.ts'
import styles from './UserFilters.module.css'

const texts = userTexts.filters
/** The choice that does not filter. */
const all = 'all'

type List = Pick<ListPageState<never>, 'filters' | 'setFilters' | 'bank' | 'isFiltered'>

/** The filters of the list of users, kept in its address, and the button that removes all of them. */
export function UserFilters({ list }: { list: List }): ReactNode {
  const { setFilters } = list
  const query = filterQuery(list.filters)
  const count = Object.keys(query).length + (list.isFiltered ? 1 : 0)
  const isSome = count > 0
  // On a phone five fields would fill the screen before the first person.
  const isPhone = useMedia('(width < 700px)')
  const [isUnfolded, setUnfolded] = useState(isSome)
  const id = useId()
  const filters = (
    <div id={id} className={styles.filters} role="group" aria-label={texts.label}>
      <Choice
        label={texts.role}
        none={texts.anyRole}
        value={query.role}
        choices={roleNames.map((id) => ({ id, label: shellTexts.roles[id] }))}
        onChange={(role) => setFilters({ role })}
      />
      <Choice
        label={texts.state}
        none={texts.anyState}
        value={query.state}
        choices={userStateFilters.map((id) => ({ id, label: texts.states[id] }))}
        onChange={(state) => setFilters({ state })}
      />
      <BankChoice list={list} />
      <TeamChoice teamId={query.teamId} onChange={(team) => setFilters({ team })} />
      <Choice
        label={texts.signIn}
        none={texts.anySignIn}
        value={query.lastSignIn}
        choices={lastSignInFilters.map((id) => ({ id, label: texts.signIns[id] }))}
        onChange={(signIn) => setFilters({ signIn })}
      />
      {isSome && (
        <Button look="plain" size="small" icon={<X />} onPress={() => setFilters(noFilters, false)}>
          {texts.clear}
        </Button>
      )}
    </div>
  )
  if (!isPhone) return filters
  return (
    <>
      <Button
        icon={<ListFilter />}
        aria-expanded={isUnfolded}
        aria-controls={id}
        onPress={() => setUnfolded(!isUnfolded)}
      >
        {texts.some(count)}
      </Button>
      {isUnfolded && filters}
    </>
  )
}

const noFilters: Readonly<Record<keyof Filters, undefined>> = {
  role: undefined,
  state: undefined,
  inBank: undefined,
  team: undefined,
  signIn: undefined,
}

/** A filter among few values; the first entry removes it. */
function Choice(props: {
  label: string
  none: string
  value: string | undefined
  choices: readonly { id: string; label: string }[]
  onChange: (value: string | undefined) => void
}): ReactNode {
  return (
    <div className={styles.filter} data-set={props.value !== undefined || undefined}>
      <Select
        label={props.label}
        isLabelHidden
        size="small"
        value={props.value ?? all}
        choices={[{ id: all, label: props.none }, ...props.choices]}
        onChange={(value) => props.onChange(value === all ? undefined : value)}
      />
    </div>
  )
}

/** The filter by a bank in the caller's scope. The current one is a filter by itself. */
function BankChoice({ list }: { list: List }): ReactNode {
  const { data = [] } = useQuery(replyQuery(['banks-of-caller'], banks.list, {}))
  const current = list.bank
  const { bankId } = filterQuery(list.filters)
  const chosen = bankId ?? (list.isFiltered ? current?.id : undefined)
  // Until the others are loaded, the current one has its name.
  const known = data.length === 0 && current !== null ? [current] : data
  return (
    <Choice
      label={texts.bank}
      none={texts.anyBank}
      value={chosen === undefined ? undefined : String(chosen)}
      choices={known.map(({ id, label }) => ({ id: String(id), label }))}
      onChange={(id) => {
        const isCurrent = id !== undefined && id === String(current?.id)
        list.setFilters({ inBank: isCurrent ? undefined : id }, isCurrent)
      }}
    />
  )
}

const findTeams = async (search: string, signal: AbortSignal) => {
  const { reply } = await callPage(teams.list, { query: { ...(search !== '' && { search }) }, signal })
  return reply.map(({ id, name }) => ({ id, label: name }))
}

/** The filter by a team, found by a part of its name: there may be hundreds. */
function TeamChoice(props: {
  teamId: number | undefined
  onChange: (team: string | undefined) => void
}): ReactNode {
  const { teamId } = props
  // null: nothing is being typed, and the chosen team is shown.
  const [typed, setTyped] = useState<string | null>(null)
  const { data: found = [], onSearch } = useFound('teams of the filter', findTeams)
  const isListed = found.some(({ id }) => id === teamId)
  const named = useQuery({
    queryKey: ['teams', 'named', teamId],
    queryFn: ({ signal }) => call(teams.read, { params: { id: teamId ?? 0 }, signal }),
    enabled: teamId !== undefined && !isListed,
    retry: false,
  })
  // A team out of sight has a number only.
  const own =
    teamId === undefined || isListed
      ? []
      : [{ id: teamId, label: named.data?.name ?? (named.isError ? texts.teamNumber(teamId) : '') }]
  const choices = [...own, ...found]
  const label = choices.find(({ id }) => id === teamId)?.label ?? ''
  const wanted = typed === null || typed === label ? '' : typed
  useEffect(() => onSearch(wanted), [wanted, onSearch])
  return (
    <div className={styles.filter} data-set={teamId !== undefined || undefined}>
      <ComboBox
        label={texts.team}
        isLabelHidden
        size="small"
        placeholder={texts.anyTeam}
        empty={officeTexts.noResult}
        choices={choices}
        value={teamId ?? null}
        search={typed ?? label}
        onSearch={setTyped}
        onBlur={() => setTyped(null)}
        onChange={(id) => {
          setTyped(null)
          if (id !== (teamId ?? null)) props.onChange(id === null ? undefined : String(id))
        }}
      />
    </div>
  )
}
