import { useEffect, useState, type ReactNode } from 'react'
import { userStates, userTypes } from '#domain/platform/roles.ts'
import { userTexts } from '#texts/office/users.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { proposedLogin } from '#domain/platform/proposed-login.ts'
import { useSession } from '#web/platform/shell/session.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { FormRow } from '#web/platform/ui/Form.tsx'
import { FormDialog, type FormDialogProps } from '#web/platform/ui/FormDialog.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useForm, type FormState } from '#web/platform/ui/useForm.ts'
import { useDirectories } from './queries.ts'
import { noDirectory, refusalOf, rolesBelow, userChecks, type UserValues } from './userForm.ts'

const texts = userTexts.dialog
const typeChoices = userTypes.map((id) => ({ id, label: userTexts.types[id] }))
const stateChoices = Object.values(userStates).map((id) => ({ id, label: userTexts.states[id] }))

/** The fields of a user: person, account and directory. */
function Fields({ form, isNew }: { form: FormState<UserValues>; isNew: boolean }): ReactNode {
  const { user } = useSession()
  const [isLoginTyped, setLoginTyped] = useState(!isNew)
  const login = form.field('login')
  /** The login follows the names until it is typed. */
  const name = (part: 'firstName' | 'lastName') => {
    const field = form.field(part)
    if (isLoginTyped) return field
    const onChange = (text: string) =>
      form.set({ [part]: text, login: proposedLogin({ ...form.values, [part]: text }) })
    return { ...field, onChange }
  }
  return (
    <>
      <FormRow>
        <TextField label={texts.firstName} autoComplete="off" autoFocus {...name('firstName')} />
        <TextField label={texts.lastName} autoComplete="off" {...name('lastName')} />
      </FormRow>
      <FormRow>
        <TextField
          label={texts.email}
          isRequired
          type="email"
          autoComplete="off"
          spellCheck={false}
          {...form.field('email')}
        />
        <TextField
          label={texts.login}
          isRequired
          autoComplete="off"
          spellCheck={false}
          description={isNew ? texts.loginDetail : undefined}
          {...login}
          onChange={(text) => {
            setLoginTyped(text !== '')
            login.onChange(text)
          }}
        />
      </FormRow>
      <FormRow>
        <Select label={texts.role} choices={rolesBelow(user.role)} {...form.field('role')} />
        {!isNew && <Select label={texts.state} choices={stateChoices} {...form.field('stateId')} />}
        <Select
          label={texts.type}
          choices={typeChoices}
          description={texts.typeDetail}
          {...form.field('type')}
        />
        <DirectoryFields form={form} isNew={isNew} />
      </FormRow>
    </>
  )
}

/** The directory of an account, where one is configured or the account still names one. */
function DirectoryFields({ form, isNew }: { form: FormState<UserValues>; isNew: boolean }): ReactNode {
  const { data: directories = [] } = useDirectories()
  const [isNamed] = useState(form.values.directoryId !== noDirectory || form.values.sam !== '')
  if (directories.length === 0 && !isNamed) return null
  return (
    <>
      <Select
        label={texts.directory}
        choices={[
          { id: noDirectory, label: texts.noDirectory },
          ...directories.map(({ id, ad }) => ({ id, label: ad })),
        ]}
        {...form.field('directoryId')}
      />
      <TextField
        label={texts.sam}
        autoComplete="off"
        spellCheck={false}
        description={isNew ? undefined : texts.samDetail}
        {...form.field('sam')}
      />
    </>
  )
}

export type UserFormProps = Pick<FormDialogProps, 'title' | 'submitLabel' | 'onClose'> & {
  start: UserValues
  isNew: boolean
  /** The toast of a refusal that has no sentence of its own. */
  failed: string
  /** Makes the call. The dialog shows the refusal that it throws. */
  onSave: (values: UserValues) => Promise<void>
  onRefused?: (error: unknown) => void
  /** Further fields, and whether they were changed. */
  more?: { fields: ReactNode; isDirty: boolean } | undefined
  /** Shown above the fields, with the values. */
  top?: ((values: UserValues) => ReactNode) | undefined
  /** Shown below the fields while there is no problem. */
  notice?: ReactNode
  /** Why the values cannot be saved, if so; shown instead of the notice. */
  obstacle?: (values: UserValues) => string | null
}

/** The form of a new or existing user. */
export function UserForm(props: UserFormProps): ReactNode {
  const toasts = useToasts()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<UserValues>(props.start, userChecks)
  const { fail } = form
  const [start] = useState(props.isNew ? null : props.start)
  // Values from a directory may break a rule. A disabled button alone would not say why.
  useEffect(() => {
    if (start === null) return
    for (const name of Object.keys(userChecks) as (keyof typeof userChecks)[]) {
      const wrong = userChecks[name](start[name])
      if (wrong !== null) fail(name, wrong)
    }
  }, [start, fail])
  const obstacle = props.obstacle?.(form.values) ?? null

  const submit = async (values: UserValues) => {
    if (obstacle !== null) return
    setPending(true)
    setProblem(null)
    try {
      await props.onSave(values)
    } catch (error) {
      const refusal = refusalOf(error, props.failed)
      toasts.error(refusal.toast)
      if (refusal.field !== null) form.fail(refusal.field, sentenceOf(error))
      else if (!refusal.isTold) setProblem(sentenceOf(error))
      props.onRefused?.(error)
    }
    setPending(false)
  }
  return (
    <FormDialog
      title={props.title}
      submitLabel={props.submitLabel}
      isDirty={form.isDirty || props.more?.isDirty === true}
      isReady={form.isReady && obstacle === null}
      isPending={isPending}
      refusals={form.refusals}
      onSubmit={() => form.submit((values) => void submit(values))}
      onClose={props.onClose}
    >
      {props.top?.(form.values)}
      <Fields form={form} isNew={props.isNew} />
      {props.more?.fields}
      <div role="status">
        {obstacle !== null && <Banner tone="attention">{obstacle}</Banner>}
        {obstacle === null && problem === null && props.notice}
        {problem !== null && <Banner tone="danger">{problem}</Banner>}
      </div>
    </FormDialog>
  )
}
