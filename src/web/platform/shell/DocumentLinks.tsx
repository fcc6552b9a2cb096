import type { ReactNode } from 'react'
import { documentAddress, documentFiles } from '#domain/platform/documents.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import styles from './DocumentLinks.module.css'

/** The three documents that everybody may read, signed in or not; each is a file to keep. */
export function DocumentLinks(): ReactNode {
  return (['terms', 'privacy', 'legal'] as const).map((name) => (
    <a
      key={name}
      href={documentAddress(name)}
      download={documentFiles[name]}
      // A setting may lead to another site instead, which is no download: the page stays.
      target="_blank"
      rel="noreferrer noopener"
      aria-label={shellTexts.download(shellTexts.documents[name])}
    >
      <span className={styles.full}>{shellTexts.documents[name]}</span>
      <span className={styles.short}>{shellTexts.shortDocuments[name]}</span>
    </a>
  ))
}
