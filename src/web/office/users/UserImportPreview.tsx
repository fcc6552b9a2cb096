import type { ReactNode } from 'react'
import { absentAccountTexts } from '#texts/identity/directory.ts'
import { userTexts } from '#texts/office/users.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { nameOf } from '#web/access/nameOf.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import type { Column } from '#web/platform/ui/dataTableColumns.ts'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import styles from './UserImport.module.css'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { users } from '#contract/office/users.ts'
import type { AbsenceReason } from '#domain/identity/directory-absences.ts'

export type ImportReply = ReplyOf<typeof users.importCsv>

const texts = userTexts.importDialog
const columns = userTexts.columns
type Row = ImportReply['users'][number]
type Fail = ImportReply['fails'][number]

const rowColumns: readonly Column<Row>[] = [
  { id: 'line', label: texts.line, width: 'number', align: 'end', cell: ({ line }) => line },
  {
    id: 'name',
    label: columns.name,
    width: 'wide',
    card: 'title',
    cell: (row) => (
      <span className={styles.person}>
        <span>{whole(nameOf(row))}</span>
        <span className={styles.detail}>{whole(row.login)}</span>
        <span className={styles.detail}>{whole(row.email)}</span>
      </span>
    ),
  },
  { id: 'role', label: texts.role, width: 'medium', cell: ({ role }) => whole(shellTexts.roles[role]) },
  { id: 'bank', label: texts.bank, cell: ({ bank }) => whole(bank) },
  { id: 'teams', label: columns.teams, cell: ({ teams }) => whole(teams.join(', ')) },
]
const directoryColumn: Column<Row> = {
  id: 'directory',
  label: texts.directory,
  cell: ({ directory }) => whole(directory ?? ''),
}
/** Lines of the directory's people that create no account. */
type Left = { line: number; name: string; reason?: AbsenceReason }
const leftColumns: readonly Column<Left>[] = [
  { id: 'line', label: texts.line, width: 'number', align: 'end', cell: ({ line }) => line },
  { id: 'name', label: texts.accountName, width: 'wide', card: 'title', cell: ({ name }) => whole(name) },
  {
    id: 'reason',
    label: texts.reason,
    cell: ({ reason }) => (reason === undefined ? texts.hasAccount : absentAccountTexts.reasons[reason]),
  },
]
const failColumns: readonly Column<Fail & { index: number }>[] = [
  { id: 'line', label: texts.line, width: 'number', align: 'end', card: 'title', cell: ({ line }) => line },
  {
    id: 'message',
    label: texts.message,
    cell: ({ message }) => <span className={styles.message}>{message}</span>,
  },
]

function whole(text: string): ReactNode {
  return text === '' ? null : <span title={text}>{text}</span>
}

export type UserImportPreviewProps = {
  reply: ImportReply
  /** The refusal of the real run. */
  problem: string | null
  isPending: boolean
  onRun: () => void
  onBack: () => void
  onClose: () => void
}

/** The users that a file would create and its faults, line by line. Nothing is created yet. */
export function UserImportPreview(props: UserImportPreviewProps): ReactNode {
  const { reply, problem, isPending } = props
  const count = reply.users.length
  const hasFails = reply.fails.length > 0
  return (
    <Dialog
      title={texts.title}
      size="large"
      isOpen
      isBusy={isPending}
      onClose={props.onClose}
      footer={
        <>
          <Button onPress={props.onBack} isDisabled={isPending} autoFocus={hasFails}>
            {texts.back}
          </Button>
          <Button
            look="primary"
            onPress={props.onRun}
            isPending={isPending}
            isDisabled={hasFails || count === 0}
            autoFocus={!hasFails}
          >
            {texts.run(count)}
          </Button>
        </>
      }
    >
      {problem !== null && (
        <Banner tone="danger" isLive>
          {problem}
        </Banner>
      )}
      {hasFails && (
        <section className={styles.part}>
          <h3 className={styles.wrong}>{texts.mistakes(reply.fails.length)}</h3>
          <p className={styles.quiet}>{texts.mistakesDetail}</p>
          <DataTable
            label={texts.mistakes(reply.fails.length)}
            rows={reply.fails.map((fail, index) => ({ ...fail, index }))}
            rowKey={({ index }) => index}
            columns={failColumns}
          />
        </section>
      )}
      <section className={styles.part}>
        <div role="status">
          <h3>{hasFails ? texts.correct(count) : texts.willCreate(count)}</h3>
        </div>
        {count > 0 && (
          <DataTable
            label={texts.willCreate(count)}
            rows={reply.users}
            rowKey={({ line }) => line}
            rowName={nameOf}
            columns={
              reply.users.some(({ directory }) => directory !== null)
                ? [...rowColumns, directoryColumn]
                : rowColumns
            }
          />
        )}
      </section>
      <LeftLines title={texts.linked(reply.linked.length)} detail={texts.linkedDetail} lines={reply.linked} />
      <LeftLines title={texts.absent(reply.absent.length)} detail={texts.absentDetail} lines={reply.absent} />
    </Dialog>
  )
}

function LeftLines(props: { title: string; detail: string; lines: readonly Left[] }): ReactNode {
  if (props.lines.length === 0) return null
  return (
    <section className={styles.part}>
      <h3>{props.title}</h3>
      <p className={styles.quiet}>{props.detail}</p>
      <DataTable
        label={props.title}
        rows={props.lines}
        rowKey={({ line }) => line}
        rowName={({ name }) => name}
        columns={leftColumns}
      />
    </section>
  )
}
