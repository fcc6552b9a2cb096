import type { MouseEvent, ReactNode } from 'react'
import { ChevronRight } from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import styles from './Breadcrumbs.module.css'
import { MenuButton } from './Menu.tsx'

export type Crumb = {
  id: string
  label: string
  href: string
  icon?: ReactNode
  onFollow?: (() => void) | undefined
  /** The drop target over it, during a drag. */
  spot?: ReactNode
}
export type BreadcrumbsProps = {
  crumbs: readonly Crumb[]
  /** Distinguishes two of them on one page. */
  label?: string | undefined
}

/** Beyond this number, the crumbs between the first and the last three fold into a menu. */
const most = 5

/** The path to the current place, its last part. The parts are links: they open in a new tab as well. */
export function Breadcrumbs({ crumbs, label = uiTexts.breadcrumb }: BreadcrumbsProps): ReactNode {
  // Drop targets must be visible: do not fold.
  const folds = crumbs.length > most && crumbs.every(({ spot }) => spot === undefined || spot === null)
  const folded = folds ? crumbs.slice(1, -3) : []
  const shown = folds ? [...crumbs.slice(0, 1), ...crumbs.slice(-3)] : crumbs
  const follow = (crumb: Crumb) => (event: MouseEvent) => {
    if (crumb.onFollow === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    crumb.onFollow()
  }
  return (
    <nav aria-label={label} className={styles.nav}>
      <ol className={styles.list}>
        {shown.map((crumb, index) => {
          const isLast = index === shown.length - 1
          return (
            <li key={crumb.id} className={styles.part}>
              {index === 1 && folds && (
                <>
                  <MenuButton
                    size="small"
                    label={uiTexts.breadcrumb}
                    entries={folded.map(({ id, label, href, onFollow }) =>
                      onFollow === undefined ? { id, label, href } : { id, label, onAction: onFollow },
                    )}
                  />
                  <ChevronRight className={styles.between} aria-hidden="true" />
                </>
              )}
              {isLast ? (
                <span className={styles.here} aria-current="page" title={crumb.label}>
                  {crumb.icon}
                  <span className={styles.label}>{crumb.label}</span>
                </span>
              ) : (
                <a className={styles.link} href={crumb.href} title={crumb.label} onClick={follow(crumb)}>
                  {crumb.icon}
                  <span className={styles.label}>{crumb.label}</span>
                </a>
              )}
              {crumb.spot}
              {!isLast && <ChevronRight className={styles.between} aria-hidden="true" />}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
