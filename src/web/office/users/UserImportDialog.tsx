import { useState, type ReactNode } from 'react'
import { CircleCheck } from 'lucide-react'
import { users } from '#contract/office/users.ts'
import { importLimits } from '#domain/platform/limits.ts'
import { fileTooLarge } from '#texts/platform/lists.ts'
import { formatKilobytes } from '#texts/platform/format.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { userTexts } from '#texts/office/users.ts'
import { call } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { Button, ButtonLink } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FileDrop } from '#web/platform/ui/FileDrop.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { MailNote } from './MailNote.tsx'
import { useDirectories } from './queries.ts'
import { UserImportPreview, type ImportReply } from './UserImportPreview.tsx'
import styles from './UserImport.module.css'

const texts = userTexts.importDialog

/** The step of the import. The file that was checked is sent again by the real run. */
type Step =
  | { name: 'file' }
  | { name: 'checked'; file: File; reply: ImportReply }
  | { name: 'done'; reply: ImportReply }

/** Imports users from a file: a dry run with a preview first, then all of them or none. */
export function UserImportDialog(props: { onCreated: () => void; onClose: () => void }): ReactNode {
  const toasts = useToasts()
  const { data: [directory] = [] } = useDirectories()
  const [step, setStep] = useState<Step>({ name: 'file' })
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)

  const send = async (sent: File, dryRun: boolean) => {
    setPending(true)
    setProblem(null)
    try {
      const reply = await call(users.importCsv, { body: { dryRun }, file: sent })
      if (dryRun || reply.fails.length > 0) return setStep({ name: 'checked', file: sent, reply })
      setStep({ name: 'done', reply })
      return props.onCreated()
    } catch (error) {
      if (!dryRun) toasts.error(texts.runFailed)
      return setProblem(sentenceOf(error))
    } finally {
      setPending(false)
    }
  }

  if (step.name === 'checked') {
    return (
      <UserImportPreview
        reply={step.reply}
        problem={problem}
        isPending={isPending}
        onRun={() => void send(step.file, false)}
        onBack={() => {
          // A corrected file must be chosen again: the browser holds the previous content.
          setFile(null)
          setProblem(null)
          setStep({ name: 'file' })
        }}
        onClose={props.onClose}
      />
    )
  }
  if (step.name === 'done') {
    return (
      <Dialog
        title={texts.title}
        isOpen
        onClose={props.onClose}
        footer={
          <Button look="primary" onPress={props.onClose} autoFocus>
            {uiTexts.close}
          </Button>
        }
      >
        <p className={styles.done} role="status">
          <CircleCheck aria-hidden="true" />
          {texts.done(step.reply.created)}
        </p>
        {step.reply.users.some(({ directory }) => directory === null) && <MailNote areSeveral />}
        {step.reply.users.some(({ directory }) => directory !== null) && <MailNote areOfDirectory />}
      </Dialog>
    )
  }
  const isTooLarge = file !== null && file.size > importLimits.csvBytes
  return (
    <FormDialog
      title={texts.title}
      submitLabel={texts.check}
      isReady={file !== null && !isTooLarge}
      isPending={isPending}
      onSubmit={() => file !== null && void send(file, true)}
      onClose={props.onClose}
    >
      <p>{texts.howTo}</p>
      <p className={styles.quiet}>{texts.roles}</p>
      {directory !== undefined && <p>{texts.directoryHowTo}</p>}
      <p>
        {directory === undefined ? (
          <ModelLink name={texts.modelName} text={texts.modelText} />
        ) : (
          <ModelLink name={texts.directoryModelName} text={texts.directoryModelText(directory.ad)} />
        )}
      </p>
      <FileDrop
        label={texts.file}
        limit={formatKilobytes(importLimits.csvBytes)}
        file={file}
        onChange={(chosen) => {
          setProblem(null)
          setFile(chosen)
        }}
        error={isTooLarge ? fileTooLarge(importLimits.csvBytes) : problem}
      />
    </FormDialog>
  )
}

/** A link to a model file, generated in the browser. The byte order mark marks it as UTF-8 for spreadsheets. */
const ModelLink = ({ name, text }: { name: string; text: string }): ReactNode => (
  <ButtonLink
    href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${text}`)}`}
    download={name}
    size="small"
  >
    {texts.model}
  </ButtonLink>
)
