import { memo, useCallback, useId, useMemo, useState, type ReactNode } from 'react'
import { User, X } from 'lucide-react'
import { users } from '#contract/office/users.ts'
import { peopleIn, withoutEntry, type NewPerson } from '#domain/office/new-people.ts'
import { proposedLogin } from '#domain/platform/proposed-login.ts'
import { accountKeyOf } from '#domain/platform/user-keys.ts'
import type { Role } from '#domain/platform/roles.ts'
import { userTexts } from '#texts/office/users.ts'
import { call } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { useSession } from '#web/platform/shell/session.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button, IconButton } from '#web/platform/ui/Button.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextArea, TextField } from '#web/platform/ui/TextField.tsx'
import { useMedia } from '#web/platform/ui/useMedia.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useDebounced } from '#web/platform/ui/useDebounced.ts'
import { CreatedUsersDialog, type CreatedUser } from './CreatedUsersDialog.tsx'
import { MailNote } from './MailNote.tsx'
import styles from './NewUsers.module.css'
import type { Places } from './places.tsx'
import { rolesBelow, userChecks } from './userForm.ts'
import { useFileCheck } from './useFileCheck.ts'
import { fileOfPeople } from './userFile.ts'

const texts = userTexts.several
const words = userTexts.dialog

/** More rows of fields would make the dialog slow; the import from a file takes a thousand. */
const most = 100
const readDelayMs = 350

type Part = keyof NewPerson
type Row = { entry: string; person: NewPerson; faults: Partial<Record<Part, string>> }

const parts: readonly Part[] = ['firstName', 'lastName', 'email', 'login']

function rowOf(entry: string, person: NewPerson, edit: Partial<NewPerson> | undefined): Row {
  const merged = { ...person, ...edit }
  const isRenamed = edit?.firstName !== undefined || edit?.lastName !== undefined
  if (isRenamed && edit.login === undefined) merged.login = proposedLogin(merged)
  const faults = Object.fromEntries(
    parts.flatMap((part) => {
      const fault = userChecks[part](merged[part])
      return fault === null ? [] : [[part, fault]]
    }),
  ) as Row['faults']
  return { entry, person: merged, faults }
}

/** Adds a fault to each row whose mail or login an earlier row has. */
function withTwins(rows: readonly Row[]): Row[] {
  const seen = { email: new Set<string>(), login: new Set<string>() }
  return rows.map((row) => {
    const faults = { ...row.faults }
    for (const part of ['email', 'login'] as const) {
      const key = accountKeyOf(row.person[part])
      if (seen[part].has(key)) faults[part] ??= texts.twice
      seen[part].add(key)
    }
    return { ...row, faults }
  })
}

/**
 * Creates several users from pasted mails, with the same role, banks and teams, by the import from a file: all of them
 * or none. The server checks the list while it is edited.
 */
export function SeveralUsersDialog(props: {
  /** The list at first. */
  start: string
  /** Whether closing would also drop what the form of one user holds. */
  isElseDirty: boolean
  places: Places
  onCreated: () => void
  onSingle: () => void
  onClose: () => void
}): ReactNode {
  const toasts = useToasts()
  const { user } = useSession()
  const [text, setText] = useState(props.start)
  const [role, setRole] = useState<Role>('ROLE_INTERVENANT')
  const [edits, setEdits] = useState<ReadonlyMap<string, Partial<NewPerson>>>(new Map())
  const [problem, setProblem] = useState<string | null>(null)
  const [refusals, setRefusals] = useState(0)
  const [isPending, setPending] = useState(false)
  const [created, setCreated] = useState<readonly CreatedUser[] | null>(null)

  const read = useDebounced(text, readDelayMs)
  const found = useMemo(() => peopleIn(read), [read])
  const rows = useMemo(
    () => withTwins(found.slice(0, most).map(({ entry, person }) => rowOf(entry, person, edits.get(entry)))),
    [found, edits],
  )
  const isTooLong = found.length > most
  const isFaulty = rows.some(({ faults }) => Object.keys(faults).length > 0)
  const { banks, teams } = props.places
  const file = useMemo(
    () =>
      fileOfPeople(
        rows.map(({ person }) => person),
        { role, banks, teams },
      ),
    [rows, role, banks, teams],
  )
  const { fails, setFails, checkProblem } = useFileCheck(file, rows.length > 0 && !isFaulty && !isTooLong)
  const faulty = rows.filter(({ faults }, at) => Object.keys(faults).length > 0 || fails.has(at)).length

  const edit = useCallback(
    (entry: string, part: Part, value: string) =>
      setEdits((before) => new Map(before).set(entry, { ...before.get(entry), [part]: value })),
    [],
  )
  const drop = useCallback((entry: string) => setText((before) => withoutEntry(before, entry)), [])

  const submit = async () => {
    // What was typed last may not be in the table yet.
    if (read !== text || rows.length === 0 || isFaulty || isTooLong) return setRefusals((count) => count + 1)
    setPending(true)
    setProblem(null)
    try {
      const reply = await call(users.importCsv, { body: { dryRun: false }, file })
      if (reply.fails.length > 0) return setFails(reply.fails)
      setCreated(reply.users)
      return props.onCreated()
    } catch (error) {
      toasts.error(userTexts.toasts.createFailed)
      return setProblem(sentenceOf(error))
    } finally {
      setPending(false)
    }
  }

  if (created !== null) return <CreatedUsersDialog created={created} onClose={props.onClose} />
  return (
    <FormDialog
      title={texts.title}
      size="large"
      submitLabel={texts.submit(rows.length)}
      isDirty={text !== '' || props.isElseDirty}
      isReady={read === text && rows.length > 0 && faulty === 0 && !isTooLong}
      isPending={isPending}
      refusals={refusals}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <div className={styles.switch}>
        <Button size="small" icon={<User />} onPress={props.onSingle}>
          {words.single}
        </Button>
      </div>
      <TextArea
        label={texts.paste}
        rows={4}
        isRequired
        autoFocus
        spellCheck={false}
        description={
          <>
            {texts.pasteDetail} <span className={styles.example}>{texts.pasteExample}</span>
          </>
        }
        value={text}
        onChange={setText}
        error={isTooLong ? texts.tooMany(most) : refusals > 0 && text === '' ? texts.none : null}
      />
      {rows.length > 0 && (
        <section className={styles.people} aria-label={texts.table}>
          <div className={styles.heads} aria-hidden="true">
            {parts.map((part) => (
              <span key={part}>{words[part]}</span>
            ))}
          </div>
          {rows.map((row, at) => (
            <PersonRow key={row.entry} row={row} fail={fails.get(at)} onEdit={edit} onDrop={drop} />
          ))}
        </section>
      )}
      <Select label={words.role} choices={rolesBelow(user.role)} value={role} onChange={setRole} />
      {props.places.fields}
      <div role="status">
        {faulty > 0 && <Banner tone="attention">{texts.faulty(faulty)}</Banner>}
        {(problem ?? checkProblem) !== null && <Banner tone="danger">{problem ?? checkProblem}</Banner>}
        {faulty === 0 && rows.length > 0 && problem === null && checkProblem === null && (
          <MailNote areSeveral />
        )}
      </div>
    </FormDialog>
  )
}

const PersonRow = memo(function PersonRow(props: {
  row: Row
  /** What the server refuses in this row. */
  fail: string | undefined
  onEdit: (entry: string, part: Part, value: string) => void
  onDrop: (entry: string) => void
}): ReactNode {
  const { entry, person, faults } = props.row
  const id = useId()
  const isNarrow = useMedia('(width < 700px)')
  return (
    <div
      className={styles.person}
      role="group"
      aria-label={person.email}
      aria-describedby={props.fail === undefined ? undefined : id}
    >
      <p className={styles.whose} aria-hidden="true">
        {person.email}
      </p>
      {parts.map((part) => (
        <div key={part} className={part === 'email' || part === 'login' ? styles.wide : undefined}>
          <TextField
            // Without the headings of the columns, each field shows its own; the group names the person.
            label={isNarrow ? words[part] : texts.fieldOf(words[part], person.email)}
            isLabelHidden={!isNarrow}
            spellCheck={false}
            value={person[part]}
            onChange={(value) => props.onEdit(entry, part, value)}
            error={faults[part]}
          />
        </div>
      ))}
      <div className={styles.end}>
        <IconButton
          size="small"
          label={texts.drop(person.email)}
          icon={<X />}
          onPress={() => props.onDrop(entry)}
        />
      </div>
      {props.fail !== undefined && (
        <p id={id} className={styles.fault}>
          {props.fail}
        </p>
      )}
    </div>
  )
})
