import type { ReactNode } from 'react'
import { IconTile } from '#web/platform/ui/IconTile.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import styles from './PanelTitle.module.css'

/** An element's icon and name. `name` is null while loading. */
export function PanelTitle({ icon, name }: { icon: ReactNode; name: string | null }): ReactNode {
  if (name === null) return <Skeleton shape="title" />
  return (
    <span className={styles.title}>
      <IconTile>{icon}</IconTile>
      {name}
    </span>
  )
}
