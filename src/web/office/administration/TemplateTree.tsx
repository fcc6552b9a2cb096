import type { ReactNode } from 'react'
import { Folder } from 'lucide-react'
import type { ClientFolder } from '#domain/office/client-template.ts'
import styles from './TemplateTree.module.css'

/** The folders that a template creates, all expanded. */
export function TemplateTree({
  label,
  folders,
}: {
  label?: string
  folders: readonly ClientFolder[]
}): ReactNode {
  return (
    <ul className={styles.list} aria-label={label}>
      {folders.map(({ name, description = '', folders: below = [] }) => (
        <li key={name}>
          <span className={styles.folder}>
            <Folder aria-hidden="true" />
            <span className={styles.name}>{name}</span>
          </span>
          {description !== '' && <p className={styles.description}>{description}</p>}
          {below.length > 0 && <TemplateTree folders={below} />}
        </li>
      ))}
    </ul>
  )
}
