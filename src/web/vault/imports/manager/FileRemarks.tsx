import type { ReactNode } from 'react'
import { managerImportTexts as texts } from '#texts/vault/manager-imports.ts'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { answer, type Answers } from './answers.ts'
import type { Preview } from './usePreview.ts'
import styles from './ManagerImport.module.css'

export type FileRemarksProps = {
  preview: Preview
  answers: Answers
  /** `isOther`: the entries of the file may be others then. */
  onChange: (answers: Answers, isOther?: boolean) => void
}

/** What concerns the whole file: its questions, what is left out, and the notes. */
export function FileRemarks({ preview, answers, onChange }: FileRemarksProps): ReactNode {
  const { skipped, notes } = preview
  // The first row of a table is asked about beside its columns.
  const questions = preview.questions.filter(({ id }) => id !== 'header')
  const { leftOut } = texts
  const hasBin = skipped.binned > 0 || answers.withBin
  const hasFormer = skipped.former > 0 || answers.withFormer
  const hasAllFields = preview.format.id === 'trousseau'
  const isLeft = hasBin || hasFormer || skipped.lines > 0 || skipped.attachments > 0
  return (
    <>
      {questions.length > 0 && (
        <section className={styles.section}>
          <h3>{texts.questions.title}</h3>
          {questions.map((question) => {
            const known = textsOf(question)
            return (
              <div key={question.id} className={styles.question}>
                <Select
                  label={known.sentence}
                  choices={question.choices.map((id) => ({ id, label: known.answers[id] ?? id }))}
                  value={answers.answers[question.id] ?? question.proposed}
                  onChange={(chosen) => onChange(answer(answers, givenBy(question.id, chosen)), true)}
                />
              </div>
            )
          })}
        </section>
      )}
      {(isLeft || preview.favourites > 0) && (
        <section className={styles.section}>
          {isLeft && <h3>{leftOut.title}</h3>}
          {hasBin && (
            <Checkbox
              label={leftOut.withBin}
              description={leftOut.binned(skipped.binned)}
              isSelected={answers.withBin}
              onChange={(withBin) => onChange({ ...answers, withBin }, true)}
            />
          )}
          {hasFormer && (
            <Checkbox
              label={hasAllFields ? leftOut.withOld : leftOut.withFormer}
              description={hasAllFields ? leftOut.old(skipped.former) : leftOut.former(skipped.former)}
              isSelected={answers.withFormer}
              onChange={(withFormer) => onChange({ ...answers, withFormer })}
            />
          )}
          {preview.favourites > 0 && (
            <Checkbox
              label={leftOut.withFavourites(preview.favourites)}
              isSelected={answers.withFavourites}
              onChange={(withFavourites) => onChange({ ...answers, withFavourites })}
            />
          )}
          {skipped.lines > 0 && <p>{leftOut.lines(skipped.lines)}</p>}
          {skipped.attachments > 0 && <p>{leftOut.attachments(skipped.attachments)}</p>}
        </section>
      )}
      {notes.length > 0 && (
        <section className={styles.section}>
          <h3>{texts.notes}</h3>
          <ul className={styles.notes}>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** Another delimiter makes other columns: what was said about the present ones is dropped. */
const givenBy = (id: string, chosen: string): Record<string, string | undefined> =>
  id === 'delimiter' ? { delimiter: chosen, mapping: undefined, header: undefined } : { [id]: chosen }

/** Returns a question in words, and its answers by their name on the wire. */
function textsOf({ id, count, detail }: Preview['questions'][number]): {
  sentence: string
  answers: Readonly<Record<string, string>>
} {
  const { questions, answers } = texts
  if (id === 'root') return { sentence: questions.root(detail), answers: answers.root }
  if (id === 'accents') return { sentence: questions.accents, answers: answers.accents }
  if (id === 'delimiter') return { sentence: questions.delimiter, answers: answers.delimiter }
  return { sentence: questions.entities(count), answers: answers.entities }
}
