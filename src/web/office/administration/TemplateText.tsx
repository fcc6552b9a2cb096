import { useState, type ReactNode } from 'react'
import { folderCount, type ClientFolder } from '#domain/office/client-template.ts'
import { administrationTexts } from '#texts/office/administration.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { TextArea } from '#web/platform/ui/TextField.tsx'
import styles from './TemplateEditor.module.css'
import { readTemplate } from './templateText.ts'
import { TemplateTree } from './TemplateTree.tsx'

const texts = administrationTexts.template

export type TemplateTextProps = {
  text: string
  stored: string
  faults: readonly string[] | null
  /** The sentence of a refusal. */
  refused: string | null
  /** Whether the tree was asked for, and cannot show this text. */
  isStuck: boolean
  onType: (text: string) => void
}

/** The template as JSON, beside the folders of the last text without a fault. */
export function TemplateText({ text, stored, faults, ...props }: TemplateTextProps): ReactNode {
  const { template } = readTemplate(text)
  const [last, setLast] = useState<readonly ClientFolder[]>(template?.folders ?? [])
  return (
    <div className={styles.panes}>
      <div className={styles.pane}>
        <TextArea
          label={texts.field}
          description={texts.fieldDetail}
          rows={14}
          isMono
          spellCheck={false}
          value={text}
          onChange={(typed) => {
            props.onType(typed)
            const read = readTemplate(typed)
            if (read.template) setLast(read.template.folders)
          }}
          error={props.refused}
          isValid={text === stored ? undefined : faults === null}
        />
        {faults !== null && (
          <Banner tone="danger" title={texts.faultTitle} isLive>
            <ul className={styles.faults}>
              {faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
            {props.isStuck && <p>{texts.stuck}</p>}
          </Banner>
        )}
      </div>
      <TemplatePreview folders={template?.folders ?? last} isStale={faults !== null} />
    </div>
  )
}

/** The folders that a template creates. @param props.isStale whether the text has changed since, with faults */
export function TemplatePreview(props: { folders: readonly ClientFolder[]; isStale?: boolean }): ReactNode {
  return (
    <section className={styles.pane} aria-label={texts.preview}>
      <div className={styles.previewHead}>
        <h3 className={styles.previewTitle}>{texts.preview}</h3>
        <span className={styles.count}>{texts.count(folderCount(props.folders))}</span>
      </div>
      <div className={styles.preview} data-stale={props.isStale === true}>
        <TemplateTree label={texts.preview} folders={props.folders} />
      </div>
    </section>
  )
}
