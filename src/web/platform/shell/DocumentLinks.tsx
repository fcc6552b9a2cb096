import type { ReactNode } from 'react'
import { documentAddress, documentFiles } from '#domain/platform/documents.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import styles from './DocumentLinks.module.css'

/** The three public documents, as downloads. */
export function DocumentLinks(): ReactNode {
  return (['terms', 'privacy', 'legal'] as const).map((name) => (
    <a
      key={name}
      href={documentAddress(name)}
      download={documentFiles[name]}
      // A setting may link to another site instead of a download: open it in a new tab.
      target="_blank"
      rel="noreferrer noopener"
      aria-label={shellTexts.download(shellTexts.documents[name])}
    >
      <span className={styles.full}>{shellTexts.documents[name]}</span>
      <span className={styles.short}>{shellTexts.shortDocuments[name]}</span>
    </a>
  ))
}
