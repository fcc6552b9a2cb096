import type { ReactNode } from 'react'
import { userStates, userTypes } from '#domain/platform/roles.ts'
import { userTexts } from '#texts/office/users.ts'
import { useSession } from '#web/platform/shell/session.ts'
import { FormRow } from '#web/platform/ui/Form.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import type { FormState } from '#web/platform/ui/useForm.ts'
import { useDirectories } from './queries.ts'
import { noDirectory, rolesBelow, type UserValues } from './userForm.ts'

const texts = userTexts.dialog
const typeChoices = userTypes.map((id) => ({ id, label: userTexts.types[id] }))
const stateChoices = Object.values(userStates).map((id) => ({ id, label: userTexts.states[id] }))

/** The fields of a user: person, account and directory. */
export function UserFields(props: { form: FormState<UserValues>; hasState?: boolean }): ReactNode {
  const { form, hasState = false } = props
  const { user } = useSession()
  const directories = useDirectories()
  return (
    <>
      <FormRow>
        <TextField label={texts.firstName} autoComplete="off" autoFocus {...form.field('firstName')} />
        <TextField label={texts.lastName} autoComplete="off" {...form.field('lastName')} />
      </FormRow>
      <FormRow>
        <TextField
          label={texts.login}
          isRequired
          autoComplete="off"
          spellCheck={false}
          {...form.field('login')}
        />
        <TextField
          label={texts.email}
          isRequired
          type="email"
          autoComplete="off"
          spellCheck={false}
          {...form.field('email')}
        />
      </FormRow>
      <FormRow>
        <Select label={texts.role} choices={rolesBelow(user.role)} {...form.field('role')} />
        {hasState && <Select label={texts.state} choices={stateChoices} {...form.field('stateId')} />}
        <Select
          label={texts.type}
          choices={typeChoices}
          description={texts.typeDetail}
          {...form.field('type')}
        />
        <Select
          label={texts.directory}
          choices={[
            { id: noDirectory, label: texts.noDirectory },
            ...(directories.data ?? []).map(({ id, ad }) => ({ id, label: ad })),
          ]}
          {...form.field('directoryId')}
        />
        <TextField label={texts.sam} autoComplete="off" spellCheck={false} {...form.field('sam')} />
      </FormRow>
    </>
  )
}
