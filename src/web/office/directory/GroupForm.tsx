import { useState, type ReactNode } from 'react'
import { directoryTexts as texts } from '#texts/identity/directory.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ComboBox } from '#web/platform/ui/ComboBox.tsx'
import { Form, FormRow } from '#web/platform/ui/Form.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import { useDebounced } from '#web/platform/ui/useDebounced.ts'
import styles from './DirectoryGroups.module.css'
import { useFoundGroups, useFoundTeams } from './queries.ts'

const searchDelayMs = 300

type Chosen<Id> = { readonly id: Id; readonly label: string }
type Values = { group: Chosen<string> | null; team: Chosen<number> | null }
const empty: Values = { group: null, team: null }
const checks = {
  group: (group: Values['group']) => (group === null ? texts.groupMissing : null),
  team: (team: Values['team']) => (team === null ? texts.teamMissing : null),
}

/** Returns the search text: empty when it is the label of the chosen entry. */
const lookedFor = (typed: string, chosen: Chosen<unknown> | null): string =>
  typed === chosen?.label ? '' : typed

/** The form that maps a directory group to a team. */
export function GroupForm(props: {
  /** Adds the mapping. Returns the refusal, or null when it is added. */
  onAdd: (line: { dn: string; teamId: number }) => Promise<string | null>
}): ReactNode {
  const form = useForm<Values>(empty, checks)
  const [typed, setTyped] = useState({ group: '', team: '' })
  const { group, team } = form.values
  const groups = useFoundGroups(useDebounced(lookedFor(typed.group, group), searchDelayMs))
  const teams = useFoundTeams(useDebounced(lookedFor(typed.team, team), searchDelayMs))

  const add = async (values: Values) => {
    if (values.group === null || values.team === null) return
    const fault = await props.onAdd({ dn: values.group.id, teamId: values.team.id })
    if (fault !== null) return form.fail('group', fault)
    form.reset(empty)
    setTyped({ group: '', team: '' })
  }
  const groupField = form.field('group')
  const teamField = form.field('team')
  return (
    <Form aria-label={texts.title} refusals={form.refusals} onSubmit={() => form.submit(add)}>
      <FormRow>
        <ComboBox<string>
          label={texts.group}
          description={texts.groupDetail}
          placeholder={texts.groupSearch}
          empty={groups.isError ? sentenceOf(groups.error) : texts.groupNone}
          isRequired
          choices={(groups.data ?? []).map(({ dn, name }) => ({ id: dn, label: name }))}
          value={group?.id ?? null}
          search={typed.group}
          onSearch={(text) => setTyped((now) => ({ ...now, group: text }))}
          error={groupField.error}
          onBlur={groupField.onBlur}
          onChange={(id) => {
            const found = groups.data?.find(({ dn }) => dn === id)
            form.set({ group: found ? { id: found.dn, label: found.name } : null })
            setTyped((now) => ({ ...now, group: found?.name ?? '' }))
          }}
        />
        <ComboBox<number>
          label={texts.team}
          placeholder={texts.teamSearch}
          empty={texts.teamNone}
          isRequired
          choices={(teams.data ?? []).map(({ id, name }) => ({ id, label: name }))}
          value={team?.id ?? null}
          search={typed.team}
          onSearch={(text) => setTyped((now) => ({ ...now, team: text }))}
          error={teamField.error}
          onBlur={teamField.onBlur}
          onChange={(id) => {
            const found = teams.data?.find((one) => one.id === id)
            form.set({ team: found ? { id: found.id, label: found.name } : null })
            setTyped((now) => ({ ...now, team: found?.name ?? '' }))
          }}
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
