import { memo, type CSSProperties, type ReactNode, useMemo } from 'react'
import { Archive, Folder, Lock } from 'lucide-react'
import { fold } from '#domain/platform/folding.ts'
import { searchTexts } from '#texts/vault/explorer.ts'
import { cx } from '#web/platform/ui/given.ts'
import type { Result } from './results.ts'
import styles from './SearchPanel.module.css'
import { foundParts } from '#domain/vault/search.ts'

export type ResultRowProps = {
  result: Result
  words: readonly string[]
  /** The category's icon, for items. */
  icon: ReactNode
  id: string
  /** Its index among all results. */
  place: number
  /** Where it is in its group, in pixels. */
  top: number
  height: number
  count: number
  isActive: boolean
  /** The buttons over its end: its words leave room for them. */
  useCount: number
  onChoose: (result: Result) => void
  onPoint: (place: number) => void
}

/** One result: its type, name and location. */
export const ResultRow = memo(function ResultRow(props: ResultRowProps): ReactNode {
  const { result, words, icon, id, place, top, height, count, isActive } = props
  const { name, login, address, path, isGuardian } = result
  // Elements are not found by the name of their chest.
  const folders = result.kind === 'chest' ? path : path.slice(1)
  const shown = fold([name, login, ...folders].join('\n'))
  const unseen = words.filter((word) => !shown.includes(word))
  const showsAddress = unseen.some((word) => fold(address).includes(word))
  // A shortened path may contain the word: then nothing is stated about the description.
  const isInDescription =
    result.kind !== 'chest' && !path.includes(null) && unseen.some((word) => !fold(address).includes(word))
  const style = { top, height, '--uses': props.useCount } as CSSProperties
  return (
    // The keys are handled by the field, which keeps the focus.
    <div
      role="option"
      id={id}
      aria-selected={isActive}
      aria-posinset={place + 1}
      aria-setsize={count}
      className={cx(styles.result, isActive && styles.active)}
      style={style}
      onClick={() => props.onChoose(result)}
      onPointerMove={() => !isActive && props.onPoint(place)}
    >
      <span className={styles.icon}>
        {result.kind === 'item' ? (
          icon
        ) : result.kind === 'folder' ? (
          <Folder aria-hidden="true" />
        ) : (
          <Archive aria-hidden="true" />
        )}
      </span>
      <span className={styles.words}>
        <span className={styles.name}>
          <span className={styles.cut}>
            <FoundText text={name} words={words} />
          </span>
          {isGuardian && <Lock className={styles.lock} role="img" aria-label={searchTexts.protectedMark} />}
        </span>
        <span className={styles.detail}>
          {login !== '' && (
            <span className={styles.login}>
              <FoundText text={login} words={words} />
            </span>
          )}
          {showsAddress && (
            <span className={styles.login}>
              <FoundText text={address} words={words} />
            </span>
          )}
          {isInDescription && (
            <span className={styles.hint}>
              {result.kind === 'item' ? searchTexts.inDescriptionOrField : searchTexts.inDescription}
            </span>
          )}
          {path.length > 0 && <Path path={path} folders={folders} words={words} />}
        </span>
      </span>
    </div>
  )
})

type PathProps = { path: Result['path']; folders: Result['path']; words: readonly string[] }

function Path({ path, folders, words }: PathProps): ReactNode {
  return (
    <span className={styles.path}>
      {path.map((name, index) => (
        <span key={index}>
          {index > 0 && <span className={styles.separator}>{' › '}</span>}
          {name === null ? (
            searchTexts.dots
          ) : path.length - index > folders.length ? (
            name
          ) : (
            <FoundText text={name} words={words} />
          )}
        </span>
      ))}
    </span>
  )
}

/** A text with the searched words marked. */
function FoundText({ text, words }: { text: string; words: readonly string[] }): ReactNode {
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
