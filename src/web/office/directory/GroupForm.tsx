import { useState, type ReactNode } from 'react'
import { directory } from '#contract/identity/directory.ts'
import { teams } from '#contract/office/teams.ts'
import { directoryTexts as texts } from '#texts/identity/directory.ts'
import { call } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { SearchedChoice, useFound } from '#web/platform/back-office/SearchedChoice.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Form, FormRow } from '#web/platform/ui/Form.tsx'
import type { Choice } from '#web/platform/ui/Select.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import styles from './DirectoryGroups.module.css'

const shownTeams = 50

type Values = { group: Choice<string> | null; team: Choice<number> | null }
const empty: Values = { group: null, team: null }
const checks = {
  group: (group: Values['group']) => (group === null ? texts.groupMissing : null),
  team: (team: Values['team']) => (team === null ? texts.teamMissing : null),
}

/** The form that maps a directory group to a team. */
export function GroupForm(props: {
  /** Adds the mapping. Returns the refusal, or null when it is added. */
  onAdd: (line: { dn: string; teamId: number }) => Promise<string | null>
}): ReactNode {
  const form = useForm<Values>(empty, checks)
  const [added, setAdded] = useState(0)
  const groups = useFound('groups', (search, signal) =>
    call(directory.searchGroups, { query: { search }, signal }),
  )
  const found = useFound('teams', (search, signal) =>
    call(teams.list, { query: { search, limit: shownTeams }, signal }),
  )

  const add = async (values: Values) => {
    if (values.group === null || values.team === null) return
    const fault = await props.onAdd({ dn: values.group.id, teamId: values.team.id })
    if (fault !== null) return form.fail('group', fault)
    form.reset(empty)
    setAdded(added + 1)
  }
  return (
    <Form aria-label={texts.title} refusals={form.refusals} onSubmit={() => form.submit(add)}>
      {/* A new key empties the typed texts. */}
      <FormRow key={added}>
        <SearchedChoice
          label={texts.group}
          description={texts.groupDetail}
          placeholder={texts.groupSearch}
          empty={groups.error === null ? texts.groupNone : sentenceOf(groups.error)}
          field={form.field('group')}
          choices={(groups.data ?? []).map(({ dn, name }) => ({ id: dn, label: name }))}
          onSearch={groups.onSearch}
        />
        <SearchedChoice
          label={texts.team}
          placeholder={texts.teamSearch}
          empty={texts.teamNone}
          field={form.field('team')}
          choices={(found.data ?? []).map(({ id, name }) => ({ id, label: name }))}
          onSearch={found.onSearch}
        />
      </FormRow>
      <div className={styles.actions}>
        <Button type="submit" look="primary" isDisabled={!form.isReady}>
          {texts.add}
        </Button>
      </div>
    </Form>
  )
}
