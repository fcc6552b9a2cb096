import { useMemo, type ReactNode } from 'react'
import { foundParts } from '#domain/vault/search.ts'
import styles from './SearchPanel.module.css'

/** A text with the searched words marked. */
export function FoundText({ text, words }: { text: string; words: readonly string[] }): ReactNode {
  const parts = useMemo(() => foundParts(text, words), [text, words])
  return parts.map(({ text: part, isFound }, index) =>
    isFound ? (
      <mark key={index} className={styles.found}>
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
