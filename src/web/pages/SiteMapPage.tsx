import { Children, useId, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { guideParts } from '#texts/office/guide/pages.ts'
import { siteMapTexts as texts } from '#texts/office/site-map.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { DocumentLinks } from '#web/platform/shell/DocumentLinks.tsx'
import { officePages } from '#web/platform/shell/officePages.ts'
import { useMay, useSession } from '#web/platform/shell/session.ts'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import page from './Page.module.css'
import styles from './SiteMapPage.module.css'

/** /routes/map: links to every page that the reader's role may open, a second way beside the menus (RGAA 12.1). */
export function SiteMapPage(): ReactNode {
  const { user, permissions } = useSession()
  const mayAdminister = useMay('openBackOffice')
  const offices = officePages.filter(({ permission }) => permissions.includes(permission))
  const parts = guideParts.filter((part) => mayAdminister || !part.isForAdministrators)
  usePageTitle(shellTexts.siteMap)
  return (
    <div className={page.page}>
      <h1 className={page.title}>{shellTexts.siteMap}</h1>
      <div className={styles.parts}>
        <Part title={texts.vault}>
          <Link to="/routes/explorer">{shellTexts.explorer}</Link>
          <Link to="/routes/manager">{texts.chests}</Link>
          {user.lastChestId !== null && (
            <Link to="/routes/trash" search={{ chestId: user.lastChestId }}>
              {texts.trash}
            </Link>
          )}
          <Link to="/routes/dashboard">{shellTexts.dashboard}</Link>
          <Link to="/routes/dashboard/passwords">{texts.passwords}</Link>
        </Part>
        {offices.length > 0 && (
          <Part title={texts.offices}>
            {offices.map(({ to, label }) => (
              <Link key={to} to={to}>
                {label}
              </Link>
            ))}
          </Part>
        )}
        <Part title={texts.account}>
          <Link to="/routes/account">{shellTexts.account}</Link>
        </Part>
        <section>
          <h2 className={styles.title}>{texts.documents}</h2>
          <div className={styles.links}>
            <DocumentLinks />
          </div>
        </section>
        <Part title={texts.guide}>
          {parts
            .flatMap(({ pages }) => pages)
            .map(({ id, title }) => (
              <Link key={id} to="/routes/guide/{-$page}" params={{ page: id }}>
                {title}
              </Link>
            ))}
        </Part>
      </div>
    </div>
  )
}

/** A group of links under its title. */
function Part({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ul className={styles.links}>
        {Children.toArray(children).map((link, index) => (
          <li key={index}>{link}</li>
        ))}
      </ul>
    </section>
  )
}
