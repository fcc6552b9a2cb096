import { useState, type ReactNode } from 'react'
import { importVerdicts, type ImportVerdict } from '#domain/vault/import-plan.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { formatNumber } from '#texts/platform/format.ts'
import { managerImportTexts as texts } from '#texts/vault/manager-imports.ts'
import { detailOf, isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Paging } from '#web/platform/ui/Paging.tsx'
import { usePreference } from '#web/platform/shell/usePreference.ts'
import { Select } from '#web/platform/ui/Select.tsx'
import { RunningDialog } from '../RunningDialog.tsx'
import { answer, choiceForAll, chooseForAll, chooseForRow, type Answers } from './answers.ts'
import { applyImport, loadPreview, pageRows, type Applied, type GivenFile, type Target } from './calls.ts'
import { choicesOfEntries } from './choices.ts'
import { FileRemarks } from './FileRemarks.tsx'
import { keptFor, readKeptColumns, withColumns, withKept } from './keptColumns.ts'
import { hasName, mappingOf, Mapping } from './Mapping.tsx'
import { PreviewTable } from './PreviewTable.tsx'
import { RowDialog } from './RowDialog.tsx'
import { usePreview, type Asked, type Preview, type PreviewRow } from './usePreview.ts'
import styles from './ManagerImport.module.css'

export type PreviewStepProps = {
  given: GivenFile
  first: { asked: Asked; preview: Preview }
  target: Target
  destination: string
  onApplied: (reply: Applied) => void
  onOtherFile: () => void
  onClose: () => void
}

/** What the import would do, entry by entry, with the choices of the person; then the import itself. */
export function PreviewStep(props: PreviewStepProps): ReactNode {
  const { given, target, first } = props
  const [kept, setKept] = usePreference('import-columns', readKeptColumns)
  const preview = usePreview(
    first,
    (asked, signal) => loadPreview(given, target, asked, signal),
    ({ columns }, known) => withKept(kept, columns, known),
  )
  const [notice, setNotice] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isApplying, setApplying] = useState(false)
  const [opened, setOpened] = useState<PreviewRow | null>(null)
  const { shown, wanted, problem, isBusy } = preview
  const { counts, pagination, mayUpdate } = shown.preview
  const { answers, verdict } = wanted
  const { columns } = shown.preview

  /** `isOther`: the entries of the file may be others, and their numbers too. */
  const change = (next: Answers, isOther = false) => {
    const isDropped = isOther && Object.keys(answers.rows).length > 0
    setNotice(isDropped ? texts.rowChoicesDropped : null)
    preview.change({ answers: isOther ? { ...next, rows: {} } : next, ...(isOther && { offset: 0 }) })
  }
  const choose = (row: PreviewRow, choice: PreviewRow['choice']) => {
    const { number } = row
    if (number !== null) change(chooseForRow(answers, { number, verdict: row.verdict }, choice, mayUpdate))
  }
  const apply = async () => {
    setApplying(true)
    setNotice(null)
    setFailure(null)
    try {
      const reply = await applyImport(given, target, shown.asked, shown.preview.plan)
      const { mapping, separator } = shown.asked.answers.answers
      if (columns !== null && (mapping ?? separator) !== undefined)
        setKept(withColumns(kept, columns, { targets: mappingOf(columns, shown.asked.answers), separator }))
      props.onApplied(reply)
    } catch (error) {
      setApplying(false)
      const other = isCode(error, 'IMPORT_PLAN_STALE') ? detailOf(error, 'preview') : undefined
      if (other === undefined) return setFailure(sentenceOf(error))
      preview.replace(other as Preview)
      return setNotice(texts.stale)
    }
  }

  const forget = () => {
    setKept(withColumns(kept, columns, null))
    change(answer(answers, { mapping: undefined, separator: undefined }), true)
  }

  const entries = importVerdicts.filter((one) => one !== 'missing' && one !== 'refused')
  if (isApplying) return <RunningDialog entries={entries.reduce((sum, one) => sum + counts[one], 0)} />
  /** The choice on screen: a new one shows before its preview arrives. */
  const choiceOf = (row: PreviewRow): PreviewRow['choice'] =>
    isBusy && row.number !== null && row.choices.length > 1
      ? (answers.rows[row.number]?.choice ?? choiceForAll(answers, row.verdict, mayUpdate))
      : row.choice
  return (
    <Dialog
      title={texts.previewTitle}
      isOpen
      size="full"
      isHeld
      isDirty={answers !== first.asked.answers && answers !== preview.offered}
      onClose={props.onClose}
      footer={
        <>
          <Button onPress={props.onClose}>{uiTexts.cancel}</Button>
          <Button onPress={props.onOtherFile}>{texts.otherFile}</Button>
          <Button
            look="primary"
            isDisabled={isBusy || problem !== null || !hasName(shown.preview, answers)}
            autoFocus
            onPress={() => void apply()}
          >
            {texts.submit}
          </Button>
        </>
      }
    >
      <div className={styles.preview}>
        <p>
          {texts.source(given.file.name, shown.preview.format.name)} {texts.into(props.destination)}{' '}
          {shown.preview.folders > 0 && texts.newFolders(shown.preview.folders)}{' '}
          <span className={styles.quiet}>{texts.nothingWritten}</span>
        </p>
        {notice !== null && (
          <Banner tone="attention" isLive>
            {notice}
          </Banner>
        )}
        {problem !== null && (
          <Banner
            tone="danger"
            isLive
            title={texts.previewFailed}
            actions={
              <Button size="small" onPress={preview.retry}>
                {uiTexts.retry}
              </Button>
            }
          >
            <p>{problem}</p>
          </Banner>
        )}
        {failure !== null && (
          <Banner tone="danger" isLive title={texts.failed}>
            <p>{failure}</p>
          </Banner>
        )}
        <Mapping
          preview={shown.preview}
          answers={answers}
          onChange={(next) => change(next, true)}
          onForget={keptFor(kept, columns) === null ? null : forget}
        />
        <FileRemarks preview={shown.preview} answers={answers} onChange={change} />
        <div className={styles.bar}>
          <Filters
            counts={counts}
            verdict={verdict}
            onFilter={(one) => preview.change({ verdict: one, offset: 0 })}
          />
          <p className={styles.busy} role="status">
            {isBusy && texts.busy}
          </p>
        </div>
        <div className={styles.bar}>
          <p className={styles.explanation}>
            {verdict === null ? texts.explanation : texts.explanations[verdict]}
          </p>
          {verdict !== null && choicesOfEntries(verdict, mayUpdate).length > 1 && (
            <Select
              label={texts.choiceForAll}
              size="small"
              choices={choicesOfEntries(verdict, mayUpdate)}
              value={choiceForAll(answers, verdict, mayUpdate)}
              onChange={(choice) => change(chooseForAll(answers, verdict, choice))}
            />
          )}
        </div>
        <PreviewTable
          rows={shown.preview.rows}
          offset={pagination.offset}
          hasVerdict={shown.asked.verdict === null}
          isBusy={isBusy}
          choiceOf={choiceOf}
          onChoose={choose}
          onOpen={setOpened}
        />
        <Paging
          offset={wanted.offset}
          limit={pageRows}
          total={pagination.total}
          hasSizes={false}
          isBusy={isBusy}
          onChange={({ offset }) => preview.change({ offset })}
        />
      </div>
      {opened !== null && (
        <RowDialog
          row={opened}
          choice={choiceOf(
            shown.preview.rows.find(({ number }) => number !== null && number === opened.number) ?? opened,
          )}
          onChoose={(choice) => choose(opened, choice)}
          onClose={() => setOpened(null)}
        />
      )}
    </Dialog>
  )
}

/** The counts of the verdicts, each of which shows its entries alone. */
function Filters(props: {
  counts: Preview['counts']
  verdict: ImportVerdict | null
  onFilter: (verdict: ImportVerdict | null) => void
}): ReactNode {
  const { counts, verdict, onFilter } = props
  const total = importVerdicts.reduce((sum, one) => sum + counts[one], 0)
  const given = importVerdicts.filter((one) => counts[one] > 0 || one === verdict)
  return (
    <div role="group" aria-label={texts.filters} className={styles.filters}>
      {[null, ...given].map((one) => (
        <button
          key={one ?? 'all'}
          type="button"
          className={styles.filter}
          aria-pressed={one === verdict}
          onClick={() => onFilter(one)}
        >
          {one === null ? texts.all : texts.verdicts[one]}{' '}
          <span className={styles.count}>{formatNumber(one === null ? total : counts[one])}</span>
        </button>
      ))}
    </div>
  )
}
