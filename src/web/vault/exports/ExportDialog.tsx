import { useState, type ReactNode } from 'react'
import { CircleCheck } from 'lucide-react'
import { exports } from '#contract/vault/exports.ts'
import { exportLimits } from '#domain/platform/limits.ts'
import { exportFormatNames, exportFormats, type ExportFormat } from '#domain/vault/export-formats.ts'
import { exportRemarks, exportRemarksHeader, type ExportRemarks } from '#domain/vault/export-remarks.ts'
import { exportTexts as texts } from '#texts/vault/exports.ts'
import { callFileWith } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { StrengthMeter } from '#web/platform/ratings/StrengthMeter.tsx'
import { required } from '#web/platform/shell/checks.ts'
import { useSession } from '#web/platform/shell/session.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { saveFile } from '#web/platform/ui/saveFile.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import styles from './ExportDialog.module.css'

/** What is exported. Without folder and selection, the whole chest. */
export type Exported = {
  readonly folder?: { readonly id: number; readonly name: string }
  readonly elements?: readonly { readonly type: 'item' | 'folder'; readonly id: number }[]
}

export type ExportDialogProps = {
  chest: { id: number; name: string }
  exported: Exported
  /** Runs a call that requires a fresh proof of the person; null if they gave up. */
  proved: <Result>(deed: () => Promise<Result>) => Promise<Result | null>
  onClose: () => void
}

type Values = { format: ExportFormat; password: string; confirmation: string; withOld: boolean }
const empty: Values = { format: 'kdbx', password: '', confirmation: '', withOld: false }

const needsPassword = ({ format }: Values) => exportFormats[format].isSealed
const checks = {
  password: (text: string, values: Values) => {
    if (!needsPassword(values)) return null
    return required(text) ?? (text.length < exportLimits.passwordLength ? texts.passwordShort : null)
  },
  confirmation: (text: string, values: Values) => {
    if (!needsPassword(values)) return null
    return required(text) ?? (text === values.password ? null : texts.differs)
  },
}

/** The form of an export, then the reminder to delete the file. */
export function ExportDialog({ chest, exported, proved, onClose }: ExportDialogProps): ReactNode {
  const toasts = useToasts()
  const { clearExports } = useSession()
  const form = useForm<Values>(empty, checks)
  const [isPending, setPending] = useState(false)
  const [saved, setSaved] = useState<{ file: string; remarks: ExportRemarks } | null>(null)
  const { format, password } = form.values
  const { isSealed, keepsOld, keepsFiles, ending } = exportFormats[format]

  const send = async (values: Values) => {
    setPending(true)
    try {
      const body = {
        chestId: chest.id,
        ...scopeOf(exported),
        format,
        ...(isSealed && { password: values.password }),
        ...(keepsOld !== 'none' && { includeOld: values.withOld }),
      }
      const reply = await proved(() => callFileWith(exports.download, { body }, exportRemarksHeader))
      if (reply === null) return
      const name = `${fileName(exported.folder?.name ?? chest.name)}${ending}`
      saveFile(name, reply.file)
      setSaved({ file: name, remarks: JSON.parse(reply.header ?? '{}') as ExportRemarks })
    } catch (error) {
      toasts.error(sentenceOf(error))
    } finally {
      setPending(false)
    }
  }

  if (saved !== null) return <Done {...saved} onClose={onClose} />
  const offered = exportFormatNames.filter((name) => clearExports || exportFormats[name].isSealed)
  return (
    <FormDialog
      title={texts.title}
      submitLabel={texts.submit}
      isReady={form.isReady}
      isPending={isPending}
      isDirty={password !== ''}
      refusals={form.refusals}
      onSubmit={() => form.submit((values) => void send(values))}
      onClose={onClose}
    >
      <p>
        <span className={styles.quiet}>{texts.scope}</span>
        {scopeText(chest, exported)}
        <span className={styles.more}>{texts.left}</span>
      </p>
      <Select
        label={texts.format}
        description={texts.formats[format].detail}
        choices={offered.map((id) => ({ id, label: texts.formats[id].name }))}
        value={format}
        onChange={(next) => form.set({ format: next })}
        autoFocus
      />
      {!keepsFiles && <p className={styles.quiet}>{texts.withoutFiles}</p>}
      {isSealed ? (
        <>
          <div className={styles.password}>
            <PasswordField
              label={texts.password}
              description={texts.passwordHelp}
              isRequired
              {...form.field('password')}
            />
            {password !== '' && <StrengthMeter password={password} forbiddenWords={[chest.name]} />}
          </div>
          <PasswordField label={texts.confirmation} isRequired {...form.field('confirmation')} />
        </>
      ) : (
        <Banner tone="attention" title={texts.clearTitle}>
          {texts.clearDetail}
        </Banner>
      )}
      {keepsOld !== 'none' && (
        <Checkbox
          label={texts.withOld[keepsOld].name}
          description={texts.withOld[keepsOld].detail}
          isSelected={form.values.withOld}
          onChange={(withOld) => form.set({ withOld })}
        />
      )}
      <p className={styles.quiet}>{texts.recorded}</p>
      {isPending && <ProgressBar label={texts.running} value={null} total={0} />}
    </FormDialog>
  )
}

type DoneProps = { file: string; remarks: ExportRemarks; onClose: () => void }

function Done({ file, remarks, onClose }: DoneProps): ReactNode {
  const told = exportRemarks.flatMap((remark) => {
    const count = remarks[remark] ?? 0
    return count === 0 ? [] : [{ remark, sentence: texts.remarks[remark](count) }]
  })
  return (
    <Dialog
      title={texts.doneTitle}
      isOpen
      onClose={onClose}
      footer={
        <Button look="primary" autoFocus onPress={onClose}>
          {texts.close}
        </Button>
      }
    >
      <p className={styles.success} role="status">
        <CircleCheck aria-hidden="true" />
        <span>{texts.done(file)}</span>
      </p>
      {told.length > 0 && (
        <Banner tone="attention" title={texts.remarksTitle}>
          <ul>
            {told.map(({ remark, sentence }) => (
              <li key={remark}>{sentence}</li>
            ))}
          </ul>
        </Banner>
      )}
      <p className={styles.reminder}>{texts.afterwards}</p>
    </Dialog>
  )
}

function scopeOf({ folder, elements }: Exported) {
  if (folder !== undefined) return { folderId: folder.id }
  if (elements === undefined) return {}
  const idsOf = (type: 'item' | 'folder') =>
    elements.filter((element) => element.type === type).map(({ id }) => id)
  const [itemIds, folderIds] = [idsOf('item'), idsOf('folder')]
  return { ...(itemIds.length > 0 && { itemIds }), ...(folderIds.length > 0 && { folderIds }) }
}

function scopeText(chest: { name: string }, { folder, elements }: Exported): string {
  if (folder !== undefined) return texts.ofFolder(folder.name)
  return elements === undefined ? texts.ofChest(chest.name) : texts.ofSelection(elements.length)
}

/** What names of files cannot contain on some systems. */
const unfit = /[\\/:*?"<>|\p{Cc}]/gu
const longestName = 60

function fileName(name: string): string {
  const plain = Array.from(name.replaceAll(unfit, '_')).slice(0, longestName).join('').trim()
  const now = new Date()
  const two = (value: number) => String(value).padStart(2, '0')
  return `${plain} ${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
