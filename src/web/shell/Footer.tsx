import { lazy, Suspense, type ReactNode } from 'react'
import { documentAddress } from '#domain/documents.ts'
import { shellTexts } from '#texts/shell.ts'
import styles from './Footer.module.css'
import { useSession } from './session.ts'

/** Nobody waits for them to work; the guide's link keeps the line's height. */
const DocumentLinks = lazy(() =>
  import('./DocumentLinks.tsx').then((module) => ({ default: module.DocumentLinks })),
)

/** The documents of the installation, its guide, and who publishes it where a setting says so. */
export function Footer(): ReactNode {
  const { links } = useSession()
  return (
    <footer className={styles.footer} aria-label={shellTexts.footer}>
      <span className={styles.product}>{shellTexts.product}</span>
      <Suspense>
        <DocumentLinks />
      </Suspense>
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
