import { useId, useMemo, useState, type ReactNode } from 'react'
import { ArrowLeft, X } from 'lucide-react'
import { users } from '#contract/office/users.ts'
import { matchesPattern } from '#domain/platform/patterns.ts'
import { proposedLogin } from '#domain/platform/proposed-login.ts'
import type { Role } from '#domain/platform/roles.ts'
import { directoryPeopleTexts as texts } from '#texts/office/directory-people.ts'
import { userTexts } from '#texts/office/users.ts'
import { call } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { useSession } from '#web/platform/shell/session.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button, IconButton } from '#web/platform/ui/Button.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { CreatedUsersDialog, type CreatedUser } from '#web/office/users/CreatedUsersDialog.tsx'
import { MailNote } from '#web/office/users/MailNote.tsx'
import { usePlaces } from '#web/office/users/places.tsx'
import { fileOfDirectoryPeople } from '#web/office/users/userFile.ts'
import { rolesBelow, userChecks } from '#web/office/users/userForm.ts'
import { useFileCheck } from '#web/office/users/useFileCheck.ts'
import styles from './DirectoryPeople.module.css'
import { calledName, type Offered } from './offered.ts'

const words = userTexts.dialog

/** What may be typed of a person: the login, and the e-mail that the directory does not have. */
type Typed = { login?: string; email?: string }

const loginOf = (person: Offered, { login }: Typed = {}): string =>
  login ?? (matchesPattern('REGEX_LOGIN', person.name) ? person.name : proposedLogin(person))

/** A name that no SAM account may have is the login itself. */
const samOf = ({ name }: Offered): string => (matchesPattern('REGEX_SAM', name) ? name : '')

function rowOf(person: Offered, typed: Typed | undefined) {
  const login = loginOf(person, typed)
  const email = person.email === '' ? (typed?.email ?? '') : null
  const faults = { login: userChecks.login(login), email: email === null ? null : userChecks.email(email) }
  return { person, login, email, faults }
}

/** Creates accounts for people of the directory, with the same role, banks and teams: all of them or none. */
export function CreateDirectoryUsersDialog(props: {
  directoryId: number
  people: readonly Offered[]
  onDrop: (key: string) => void
  onCreated: () => void
  onBack: () => void
  onClose: () => void
}): ReactNode {
  const { people, directoryId } = props
  const toasts = useToasts()
  const { user } = useSession()
  const places = usePlaces()
  const [role, setRole] = useState<Role>('ROLE_INTERVENANT')
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map())
  const [problem, setProblem] = useState<string | null>(null)
  const [refusals, setRefusals] = useState(0)
  const [isPending, setPending] = useState(false)
  const [created, setCreated] = useState<{ users: readonly CreatedUser[]; left: number } | null>(null)

  const rows = useMemo(() => people.map((person) => rowOf(person, typed.get(person.key))), [people, typed])
  const { banks, teams } = places
  const file = useMemo(
    () =>
      fileOfDirectoryPeople(
        rows.map(({ person, login, email }) => ({ login, email: email ?? '', sam: samOf(person) })),
        directoryId,
        { role, banks, teams },
      ),
    [rows, directoryId, role, banks, teams],
  )
  const isFaulty = rows.some(({ faults }) => faults.login !== null || faults.email !== null)
  const { fails, setFails, checkProblem } = useFileCheck(file, rows.length > 0 && !isFaulty)
  const isReady = rows.length > 0 && !isFaulty && fails.size === 0

  const type = (key: string, part: Typed) => setTyped(new Map(typed).set(key, { ...typed.get(key), ...part }))
  const submit = async () => {
    if (!isReady) return setRefusals(refusals + 1)
    setPending(true)
    setProblem(null)
    try {
      const reply = await call(users.importCsv, { body: { dryRun: false }, file })
      if (reply.fails.length > 0) return setFails(reply.fails)
      setCreated({ users: reply.users, left: reply.linked.length + reply.absent.length })
      return props.onCreated()
    } catch (error) {
      toasts.error(userTexts.toasts.createFailed)
      return setProblem(sentenceOf(error))
    } finally {
      setPending(false)
    }
  }

  if (created !== null)
    return <CreatedUsersDialog created={created.users} left={created.left} onClose={props.onClose} />
  const shownProblem = problem ?? checkProblem
  return (
    <FormDialog
      title={texts.createTitle}
      size="large"
      submitLabel={userTexts.several.submit(rows.length)}
      isDirty
      isReady={isReady}
      isPending={isPending}
      refusals={refusals}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <div>
        <Button size="small" icon={<ArrowLeft />} onPress={props.onBack} isDisabled={isPending} autoFocus>
          {texts.back}
        </Button>
      </div>
      <section className={styles.people} aria-label={userTexts.several.table}>
        {rows.map((row, at) => (
          <PersonRow
            key={row.person.key}
            {...row}
            fail={fails.get(at)}
            onType={(part) => type(row.person.key, part)}
            onDrop={() => props.onDrop(row.person.key)}
          />
        ))}
      </section>
      <Select label={words.role} choices={rolesBelow(user.role)} value={role} onChange={setRole} />
      {places.fields}
      <div role="status">
        {fails.size > 0 && <Banner tone="attention">{userTexts.several.faulty(fails.size)}</Banner>}
        {shownProblem !== null && <Banner tone="danger">{shownProblem}</Banner>}
        {fails.size === 0 && shownProblem === null && <MailNote areOfDirectory />}
      </div>
    </FormDialog>
  )
}

function PersonRow(props: {
  person: Offered
  login: string
  /** null for the directory's own. */
  email: string | null
  faults: { login: string | null; email: string | null }
  /** What the server refuses in this row. */
  fail: string | undefined
  onType: (part: Typed) => void
  onDrop: () => void
}): ReactNode {
  const { person, login, email, faults, onType } = props
  const id = useId()
  const called = calledName(person)
  return (
    <div
      className={styles.row}
      role="group"
      aria-label={called}
      aria-describedby={props.fail === undefined ? undefined : id}
    >
      <div className={styles.person}>
        <span className={styles.called}>{called}</span>
        <span className={styles.quiet}>{texts.account(person.name)}</span>
        {email === null && <span className={styles.quiet}>{person.email}</span>}
      </div>
      <div className={styles.fields}>
        {email !== null && (
          <TextField
            label={words.email}
            isRequired
            type="email"
            spellCheck={false}
            value={email}
            onChange={(value) => onType({ email: value })}
            error={email === '' ? null : faults.email}
          />
        )}
        {samOf(person) === '' ? (
          <span className={styles.quiet}>{login}</span>
        ) : (
          <TextField
            label={words.login}
            isRequired
            spellCheck={false}
            value={login}
            onChange={(value) => onType({ login: value })}
            error={faults.login}
          />
        )}
      </div>
      <IconButton size="small" label={userTexts.several.drop(called)} icon={<X />} onPress={props.onDrop} />
      {props.fail !== undefined && (
        <p id={id} className={styles.fault}>
          {props.fail}
        </p>
      )}
    </div>
  )
}
