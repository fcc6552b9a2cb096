import type { ComponentType, ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { shellTexts } from '#texts/platform/shell.ts'
import { cx } from '#web/platform/ui/given.ts'
import { useLoadFailure } from '#web/platform/ui/useLoadFailure.ts'
import { useOverlays } from '#web/platform/ui/overlays.ts'
import { useMedia } from '#web/platform/ui/useMedia.ts'
import { officePages } from './officePages.ts'
import styles from './Rail.module.css'
import { useSession } from './session.ts'

/** What stands beside the name of a page in the rail, such as a count; nothing for most pages. */
export type RailMark = ComponentType<{ to: (typeof officePages)[number]['to'] }>

/** The back-office pages of the caller's role, toggled in the bar. On a narrow page it is a drawer. */
export function Rail({ Mark, onClose }: { Mark: RailMark; onClose: () => void }): ReactNode {
  const isDrawer = useMedia('(width < 700px)')
  const overlays = useOverlays(isDrawer, useLoadFailure(onClose))
  if (!isDrawer) return <Pages Mark={Mark} />
  if (overlays === null) return null
  return (
    <overlays.Drawer label={shellTexts.backOffice} onClose={onClose}>
      <Pages Mark={Mark} onFollow={onClose} />
    </overlays.Drawer>
  )
}

function Pages({ Mark, onFollow }: { Mark: RailMark; onFollow?: () => void }): ReactNode {
  const { permissions } = useSession()
  return (
    <nav
      aria-label={shellTexts.backOffice}
      className={cx(styles.rail, onFollow !== undefined && styles.inDrawer)}
    >
      <p className={styles.title}>{shellTexts.backOffice}</p>
      {officePages
        .filter(({ permission }) => permissions.includes(permission))
        .map(({ to, label, Icon }) => (
          <Link
            key={to}
            to={to}
            replace
            className={styles.link ?? ''}
            activeProps={{ 'aria-current': 'page' }}
            // The entry stays marked whatever the filters of its page.
            activeOptions={{ includeSearch: false }}
            onClick={onFollow}
          >
            <Icon aria-hidden="true" />
            {label}
            <Mark to={to} />
          </Link>
        ))}
    </nav>
  )
}
