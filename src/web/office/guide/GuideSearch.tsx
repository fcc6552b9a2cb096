import {
  Fragment,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { TextSearch } from 'lucide-react'
import { guidePageOf, type GuidePage } from '#texts/office/guide/model.ts'
import { guideParts } from '#texts/office/guide/pages.ts'
import { guideTexts } from '#texts/office/guide/texts.ts'
import { areCharacterKeysOn } from '#web/platform/ui/characterKeys.ts'
import { cx } from '#web/platform/ui/given.ts'
import { Kbd } from '#web/platform/ui/Kbd.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { isTyping } from '#web/platform/shell/shortcuts.ts'
import styles from './GuideSearch.module.css'
import { indexOf, isFound, searchGuide, wordsOf, type Found } from './search.ts'

const searchKey = '/'
const titleOf = (page: string): string => guidePageOf(guideParts, page)?.title ?? ''

/** On the pages of the guide the search key leads to its own search, not to that of the chests. */
function useSearchKey(open: () => void): void {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key !== searchKey || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || !areCharacterKeysOn()) return
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [open])
}

export type GuideSearchProps = { pages: readonly GuidePage[]; onChoose: (found: Found) => void }

/** The search over all pages of the guide, in the browser: no request is sent. */
export function GuideSearch({ pages, onChoose }: GuideSearchProps): ReactNode {
  const [query, setQuery] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const [open] = useState(() => () => {
    input.current?.focus()
    input.current?.select()
  })
  useSearchKey(open)
  const id = useId()
  const index = useMemo(() => indexOf(pages, titleOf), [pages])
  const found = useMemo(() => searchGuide(index, query), [index, query])
  const words = wordsOf(query)
  const isShown = isOpen && words.length > 0
  const chosen = found[active]

  const choose = (one: Found) => {
    setOpen(false)
    setQuery('')
    onChoose(one)
  }
  const move = (by: number) => {
    setOpen(true)
    const next = (active + by + found.length) % Math.max(1, found.length)
    setActive(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(isShown ? 1 : 0)
    else if (event.key === 'ArrowUp') move(isShown ? -1 : 0)
    else if (event.key === 'Enter' && isShown && chosen !== undefined) choose(chosen)
    else if (event.key === 'Escape' && isShown) setOpen(false)
    else if (event.key === 'Escape' && query !== '') setQuery('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <search
      className={styles.search}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <div className={styles.field}>
        <TextSearch aria-hidden="true" />
        <input
          ref={input}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          role="combobox"
          className={styles.input}
          aria-label={guideTexts.search}
          placeholder={guideTexts.search}
          aria-expanded={isShown && found.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(isShown && chosen !== undefined && { 'aria-activedescendant': `${id}-${active}` })}
          value={query}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="off"
          onFocus={() => setOpen(true)}
          onChange={(event) => {
            setQuery(event.target.value)
            setActive(0)
            setOpen(true)
          }}
          onKeyDown={onKey}
        />
        {query === '' && areCharacterKeysOn() && <Kbd>{searchKey}</Kbd>}
      </div>
      <VisuallyHidden>
        <span role="status">
          {isShown && (found.length === 0 ? guideTexts.none(query) : guideTexts.count(found.length))}
        </span>
      </VisuallyHidden>
      <div className={styles.results} hidden={!isShown}>
        {found.length === 0 && <p className={styles.none}>{guideTexts.none(query)}</p>}
        <ul id={`${id}-list`} role="listbox" aria-label={guideTexts.results} className={styles.list}>
          {isShown &&
            found.map((one, at) => (
              <li
                key={`${one.page.id} ${one.section.id}`}
                id={`${id}-${at}`}
                role="option"
                aria-selected={at === active}
                className={cx(styles.result, at === active && styles.active)}
                // The field keeps the focus until the click.
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => setActive(at)}
                onClick={() => choose(one)}
              >
                <span className={styles.title}>
                  <Marked text={one.section.title} words={words} />
                </span>
                <span className={styles.place}>{one.page.title}</span>
                <span className={styles.passage}>
                  <Marked text={one.passage} words={words} />
                </span>
              </li>
            ))}
        </ul>
      </div>
    </search>
  )
}

/** A text whose words that were found are marked. */
function Marked({ text, words }: { text: string; words: readonly string[] }): ReactNode {
  return text
    .split(/(\s+)/u)
    .map((part, at) =>
      isFound(part, words) ? (
        <mark key={`${at} ${part}`}>{part}</mark>
      ) : (
        <Fragment key={`${at} ${part}`}>{part}</Fragment>
      ),
    )
}
