import type { ReactNode } from 'react'
import {
  declarationAddress,
  documentAddress,
  documentFiles,
  documentNames,
} from '#domain/platform/documents.ts'
import { auditLevel } from '#texts/platform/accessibility-audit.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import styles from './DocumentLinks.module.css'

/** The public documents, as downloads, and the level of accessibility, which leads to its declaration. */
export function DocumentLinks(): ReactNode {
  return (
    <>
      {documentNames.map((name) => (
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
      ))}
      <a href={declarationAddress} target="_blank" rel="noreferrer noopener">
        {shellTexts.accessibility(auditLevel)}
      </a>
    </>
  )
}
