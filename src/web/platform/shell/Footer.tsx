import type { ReactNode } from 'react'
import { documentAddress } from '#domain/platform/documents.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { DocumentLinks } from './DocumentLinks.tsx'
import styles from './Footer.module.css'
import { useSession } from './session.ts'

/** The documents of the installation, its guide, and the vendor's link if a setting defines it. */
export function Footer(): ReactNode {
  const { links } = useSession()
  return (
    <footer className={styles.footer} aria-label={shellTexts.footer}>
      <span className={styles.product}>{shellTexts.product}</span>
      <DocumentLinks />
      <a href={documentAddress('guide')} target="_blank" rel="noreferrer noopener">
        {shellTexts.guide}
      </a>
      {links.vendor !== null && (
        <a href={links.vendor} target="_blank" rel="noreferrer noopener">
          {shellTexts.vendor}
        </a>
      )}
    </footer>
  )
}
