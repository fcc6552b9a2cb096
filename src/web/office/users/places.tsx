import { useState, type ReactNode } from 'react'
import { useQueries } from '@tanstack/react-query'
import { banks as bankCalls } from '#contract/office/banks.ts'
import { userTexts } from '#texts/office/users.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { bankSource, managedTeamSource } from '#web/office/attaching/sources.ts'
import { counterKey } from '#web/office/banks/BankCounter.tsx'
import type { Pickable } from '#web/platform/back-office/PickList.tsx'
import { PickSet } from '#web/platform/back-office/PickSet.tsx'
import { useSession } from '#web/platform/shell/session.ts'
import { FormRow } from '#web/platform/ui/Form.tsx'

const texts = userTexts.dialog

/** The banks and teams of new users. */
export type Places = {
  banks: readonly Pickable[]
  teams: readonly Pickable[]
  isDirty: boolean
  /** The fields that change them. */
  fields: ReactNode
}

/** Returns the banks and teams of new users, at first the current bank only. */
export function usePlaces(): Places {
  const { currentBank } = useSession()
  const [start] = useState<readonly Pickable[]>(
    currentBank === null ? [] : [{ id: currentBank.id, name: currentBank.label }],
  )
  const [banks, setBanks] = useState(start)
  const [teams, setTeams] = useState<readonly Pickable[]>([])
  return {
    banks,
    teams,
    isDirty: banks !== start || teams.length > 0,
    fields: (
      <FormRow>
        <PickSet
          label={userTexts.columns.banks}
          texts={texts.places.banks}
          source={bankSource}
          chosen={banks}
          onChange={setBanks}
          description={banks.length + teams.length === 0 ? texts.noPlace : undefined}
        />
        <PickSet
          label={userTexts.columns.teams}
          texts={texts.places.teams}
          source={managedTeamSource}
          chosen={teams}
          onChange={setTeams}
        />
      </FormRow>
    ),
  }
}

/** Returns the sentence for the first of some banks that has no place left for contractors, if one has not. */
export function useFullBank(banks: readonly Pickable[]): string | null {
  const counters = useQueries({
    queries: banks.map(({ id }) => ({
      ...replyQuery(counterKey(id), bankCalls.read, { params: { id }, query: { active_user: 'true' } }),
      // Another administrator may have filled the bank.
      staleTime: 0,
    })),
  })
  for (const [at, { data }] of counters.entries()) {
    const { number_active_user: active = 0, max_user: maximum = null } = data ?? {}
    if (maximum !== null && active >= maximum) return texts.full(banks[at]?.name ?? '', active, maximum)
  }
  return null
}
