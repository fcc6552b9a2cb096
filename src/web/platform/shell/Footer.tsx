import { createContext, use, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { shellTexts } from '#texts/platform/shell.ts'
import { DocumentLinks } from './DocumentLinks.tsx'
import styles from './Footer.module.css'
import { useSession } from './session.ts'

/** The place in the footer for what belongs to the page; null without a footer. */
export const FooterPlace = createContext<HTMLElement | null>(null)

/** Renders a page's pager in the line of the footer; where there is no footer, in place. */
export function InFooter({ children }: { children: ReactNode }): ReactNode {
  const place = use(FooterPlace)
  return place === null ? children : createPortal(children, place)
}

/** The documents of the installation, its guide among them, and the vendor's link if a setting defines it. */
export function Footer({ placeRef }: { placeRef: (place: HTMLElement | null) => void }): ReactNode {
  const { links } = useSession()
  return (
    <footer className={styles.footer} aria-label={shellTexts.footer}>
      <div className={styles.place} data-place="" ref={placeRef} />
      <span className={styles.product}>{shellTexts.product}</span>
      <div className={styles.links}>
        <DocumentLinks />
        {links.vendor !== null && (
          <a href={links.vendor} target="_blank" rel="noreferrer noopener">
            {shellTexts.vendor}
          </a>
        )}
      </div>
    </footer>
  )
}
