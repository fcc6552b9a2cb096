import type { ReactNode } from 'react'
import { managerImportTexts, type ColumnTarget } from '#texts/vault/manager-imports.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { LongList } from '#web/platform/ui/LongList.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { answer, type Answers } from './answers.ts'
import type { Preview } from './usePreview.ts'
import styles from './ManagerImport.module.css'

const { mapping: texts } = managerImportTexts
const choicesFrom = <Id extends string>(labels: Readonly<Record<Id, string>>) =>
  (Object.entries(labels) as [Id, string][]).map(([id, label]) => ({ id, label }))
const targets = choicesFrom<ColumnTarget>(texts.targets)
const separators = choicesFrom(texts.separators)
const headers = choicesFrom(texts.headers)
/** Leaves the answer to the server. */
const auto = 'auto'

export type MappingProps = {
  preview: Pick<Preview, 'columns' | 'questions'>
  answers: Answers
  onChange: (answers: Answers) => void
  /** Forgets what the browser keeps about these columns; null if it keeps nothing. */
  onForget: (() => void) | null
}

/** What each column of a CSV file holds that no program is known for. */
export function Mapping(props: MappingProps): ReactNode {
  const {
    preview: { columns, questions },
    answers,
    onChange,
    onForget,
  } = props
  if (columns === null) return null
  const mapping = mappingOf(columns, answers)
  const given = answers.answers
  const isAsked = questions.some(({ id }) => id === 'header') && given['header'] === undefined
  const setTarget = (place: number, target: ColumnTarget) =>
    onChange(answer(answers, { mapping: JSON.stringify(mapping.with(place, target)) }))
  return (
    <section className={styles.section}>
      <h3>{texts.title}</h3>
      <p>{texts.detail}</p>
      {onForget !== null && (
        <p className={styles.quiet}>
          <span>{texts.kept}</span>{' '}
          <Button size="small" onPress={onForget}>
            {texts.forget}
          </Button>
        </p>
      )}
      {isAsked && <Banner tone="attention">{texts.headerAsked}</Banner>}
      {!mapping.includes('title') && <Banner tone="attention">{texts.nameMissing}</Banner>}
      <div className={styles.settings}>
        <Select
          label={texts.header}
          choices={headers}
          value={given['header'] ?? auto}
          // The columns have other names then, and the guess is made again.
          onChange={(header) =>
            onChange(answer(answers, { header: header === auto ? undefined : header, mapping: undefined }))
          }
        />
        {mapping.includes('path') && (
          <Select
            label={texts.separator}
            choices={separators}
            value={given['separator'] ?? auto}
            onChange={(separator) =>
              onChange(answer(answers, { separator: separator === auto ? undefined : separator }))
            }
          />
        )}
      </div>
      <LongList
        lines={columns.map((column, place) => ({ ...column, place }))}
        lineKey={({ place }) => place}
        className={styles.columns}
        lineClass={styles.column}
        aria-label={texts.title}
      >
        {({ label, examples, place }) => (
          <>
            <span className={styles.columnName}>{label}</span>
            <span className={styles.examples}>
              {examples.length === 0 ? texts.noExample : examples.join(' · ')}
            </span>
            <Select
              label={texts.target(label)}
              isLabelHidden
              size="small"
              choices={targets}
              value={mapping[place] ?? 'ignore'}
              onChange={(target) => setTarget(place, target)}
            />
          </>
        )}
      </LongList>
    </section>
  )
}

/** Whether a column is the name of the entries: without one, nobody would know what is imported. */
export const hasName = ({ columns }: Pick<Preview, 'columns'>, answers: Answers): boolean =>
  columns === null || mappingOf(columns, answers).includes('title')

/** Returns what each column holds: as the person said last, else as the preview shows it. */
export function mappingOf(columns: NonNullable<Preview['columns']>, { answers }: Answers): ColumnTarget[] {
  const chosen = answers['mapping'] === undefined ? null : (JSON.parse(answers['mapping']) as ColumnTarget[])
  return chosen?.length === columns.length ? chosen : columns.map(({ target }) => target as ColumnTarget)
}
