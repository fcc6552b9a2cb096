import { useState, type ReactNode } from 'react'
import { managerImports } from '#contract/vault/manager-imports.ts'
import { endingOf } from '#domain/platform/file-endings.ts'
import { fileTooLarge } from '#texts/platform/lists.ts'
import { importTexts } from '#texts/vault/imports.ts'
import { managerImportTexts as texts } from '#texts/vault/manager-imports.ts'
import { isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { FileDrop } from '#web/platform/ui/FileDrop.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { answer, noAnswers } from './answers.ts'
import { loadPreview, type GivenFile, type ImportFormat, type Target } from './calls.ts'
import type { Asked, Preview } from './usePreview.ts'
import styles from './ManagerImport.module.css'

const helpAddress = '/routes/guide/import#managers'
/** Without a format of its own: the content of the file decides. */
const anyFormat = ''

const { file: fileRule, second: keyFileRule } = managerImports.preview.multipart
const maximumOf = (name: string): number => {
  const bytes: Readonly<Record<string, number>> = fileRule.maxBytesByEnding
  return bytes[endingOf(name, Object.keys(bytes)) ?? ''] ?? fileRule.maxBytes
}

/** Returns what opening a file needs: of the chosen format, or of every format with its ending. */
function needsOf(formats: readonly ImportFormat[], format: string, file: File | null): readonly string[] {
  const possible =
    format === anyFormat
      ? formats.filter(({ endings }) => file !== null && endingOf(file.name, endings) !== null)
      : formats.filter(({ id }) => id === format)
  const all = possible.flatMap(({ needs }) => needs)
  return all.filter((one) => possible.every(({ needs }) => needs.includes(one)))
}

export type FileStepProps = {
  formats: readonly ImportFormat[]
  target: Target
  destination: string
  onPreview: (given: GivenFile, asked: Asked, preview: Preview) => void
  onClose: () => void
}

type Problem = { at: 'file' | 'password'; text: string }

/** The choice of the file, and what opens it. */
export function FileStep({ formats, target, ...props }: FileStepProps): ReactNode {
  const [file, setFile] = useState<File | null>(null)
  const [keyFile, setKeyFile] = useState<File | null>(null)
  const [format, setFormat] = useState(anyFormat)
  const [password, setPassword] = useState('')
  const [hasNoPassword, setHasNoPassword] = useState(false)
  /** The server has said that the file is protected. */
  const [isProtected, setProtected] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [refusals, setRefusals] = useState(0)
  const [isPending, setPending] = useState(false)

  const needs = needsOf(formats, format, file)
  const asksPassword = isProtected || needs.includes('password')
  const asksKeyFile = needs.includes('keyFile')
  const endings = [
    ...new Set(formats.filter(({ id }) => [anyFormat, id].includes(format)).flatMap((one) => one.endings)),
  ]
  const isTooLarge = file !== null && file.size > maximumOf(file.name)
  const isKeyTooLarge = keyFile !== null && keyFile.size > keyFileRule.maxBytes

  const submit = async () => {
    if (file === null) return
    setPending(true)
    setProblem(null)
    const given: GivenFile = {
      file,
      keyFile: asksKeyFile ? keyFile : null,
      password: asksPassword && !hasNoPassword && password !== '' ? password : null,
      format: format === anyFormat ? null : format,
    }
    const answers = answer(noAnswers, asksKeyFile && hasNoPassword ? { noPassword: 'yes' } : {})
    const asked: Asked = { answers, verdict: null, offset: 0 }
    try {
      props.onPreview(given, asked, await loadPreview(given, target, asked))
    } catch (error) {
      const isNeeded = isCode(error, 'FILE_PASSWORD_NEEDED')
      if (isNeeded) setProtected(true)
      const isOfPassword = isNeeded || isCode(error, 'FILE_PASSWORD_WRONG') || isCode(error, 'TOO_MANY_TRIES')
      setProblem({ at: isOfPassword ? 'password' : 'file', text: sentenceOf(error) })
      setRefusals((count) => count + 1)
      setPending(false)
    }
  }
  const errorAt = (at: Problem['at']) => (problem?.at === at ? problem.text : null)

  return (
    <FormDialog
      title={texts.title}
      submitLabel={texts.toPreview}
      isReady={file !== null && !isTooLarge && !isKeyTooLarge}
      isPending={isPending}
      isDirty={password !== ''}
      refusals={refusals}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <FileDrop
        label={texts.file}
        // The content decides, whatever the name: the server says what cannot be read, and why.
        endings={['']}
        accepted={texts.accepted(endings.join(', '))}
        file={file}
        isDisabled={isPending}
        autoFocus
        error={isTooLarge ? fileTooLarge(maximumOf(file.name)) : errorAt('file')}
        onChange={(chosen) => {
          setFile(chosen)
          setProtected(false)
          setProblem(null)
        }}
      />
      <Select
        label={texts.format}
        choices={[
          { id: anyFormat, label: texts.anyFormat },
          ...formats.map(({ id, name }) => ({ id, label: name })),
        ]}
        value={format}
        isDisabled={isPending}
        onChange={(chosen) => {
          setFormat(chosen)
          setProblem(null)
        }}
      />
      {asksPassword && (
        <PasswordField
          label={texts.password}
          description={texts.passwordHint}
          value={hasNoPassword && asksKeyFile ? '' : password}
          isDisabled={isPending || (hasNoPassword && asksKeyFile)}
          autoFocus={file !== null}
          error={errorAt('password')}
          onChange={(typed) => {
            setPassword(typed)
            setProblem(null)
          }}
        />
      )}
      {asksKeyFile && (
        <>
          <Checkbox
            label={texts.noPassword}
            isSelected={hasNoPassword}
            isDisabled={isPending}
            onChange={(isTicked) => {
              setHasNoPassword(isTicked)
              setProblem(null)
            }}
          />
          <FileDrop
            label={texts.keyFile}
            // A key file may have any ending, or none.
            endings={['']}
            accepted={texts.anyFile}
            file={keyFile}
            isDisabled={isPending}
            error={isKeyTooLarge ? texts.keyFileLimit : null}
            onChange={(chosen) => {
              setKeyFile(chosen)
              setProblem(null)
            }}
          />
        </>
      )}
      <p>
        <span className={styles.quiet}>{importTexts.destination}</span>
        {props.destination}
      </p>
      {/* What a password protects is not in clear. */}
      {!asksPassword && <p className={styles.quiet}>{importTexts.afterwards}</p>}
      <p>
        {/* In a tab of its own: this dialog keeps the file. */}
        <a href={helpAddress} target="_blank" rel="noreferrer noopener">
          {texts.help}
        </a>
      </p>
    </FormDialog>
  )
}
