import type { ReactNode } from 'react'
import { managerImportTexts, type ColumnTarget } from '#texts/vault/manager-imports.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
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
}

/** What each column of a CSV file holds that no program is known for. */
export function Mapping({ preview: { columns, questions }, answers, onChange }: MappingProps): ReactNode {
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
              value={(mapping[place] ?? 'ignore') as ColumnTarget}
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
function mappingOf(columns: NonNullable<Preview['columns']>, { answers }: Answers): string[] {
  const chosen = answers['mapping'] === undefined ? null : (JSON.parse(answers['mapping']) as string[])
  return chosen?.length === columns.length ? chosen : columns.map(({ target }) => target)
}
