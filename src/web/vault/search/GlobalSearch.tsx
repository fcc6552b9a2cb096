import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { fieldLimits } from '#domain/platform/limits.ts'
import { searchTexts } from '#texts/vault/explorer.ts'
import { lazyPart } from '#web/platform/shell/lazyPart.tsx'
import { useSession } from '#web/platform/shell/session.ts'
import { usePageKey } from '#web/platform/shell/shortcuts.ts'
import { IconButton } from '#web/platform/ui/Button.tsx'
import { cx } from '#web/platform/ui/given.ts'
import { Kbd } from '#web/platform/ui/Kbd.tsx'
import styles from './GlobalSearch.module.css'
import type { ResultUses } from './ResultUses.tsx'
import { placeOfResult, type PanelMove, type Result } from './results.ts'
import type { PanelKeys } from './SearchPanel.tsx'

const SearchPanel = lazyPart(() => import('./SearchPanel.tsx').then((module) => module.SearchPanel))

/** Returns whether the right arrow would not move the caret. */
const isAtEnd = (input: HTMLInputElement | null): boolean =>
  input !== null && input.selectionStart === input.selectionEnd && input.selectionEnd === input.value.length

const moves = { ArrowDown: 'next', ArrowUp: 'previous', PageDown: 'last', PageUp: 'first' } as const

/** Opens the search by Ctrl+K (Cmd+K), also from other fields, and by `/`. Not over a dialog. */
function useSearchKeys(open: () => void): void {
  usePageKey('/', open)
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [open])
}

/** What the page passes: items are another feature. */
export type GlobalSearchProps = {
  /** Returns the icon of a category by its name. */
  iconOf: (name: string) => ReactNode
  /** The uses of a found item, and what runs one. */
  uses: ResultUses
}

/** The search over all chests of the caller: a field in the top bar, a sheet on a narrow screen. */
export function GlobalSearch({ iconOf, uses }: GlobalSearchProps): ReactNode {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [activeId, setActiveId] = useState<string | null>(null)
  const [wasUsed, setUsed] = useState(false)
  const { currentBank } = useSession()
  const [isNarrowed, setNarrowed] = useState(true)
  /** The text for which Enter was pressed before its results arrived. */
  const [entered, setEntered] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const keys = useRef<PanelKeys>(null)
  /** The element that had the focus before the search. */
  const cameFrom = useRef<HTMLElement | null>(null)
  const listId = useId()
  const navigate = useNavigate()

  const open = useCallback(() => {
    setUsed(true)
    setOpen(true)
    input.current?.focus()
    input.current?.select()
  }, [])
  useSearchKeys(open)
  // On a narrow screen the field is mounted only while it is open.
  useEffect(() => {
    if (isOpen) input.current?.focus()
  }, [isOpen])

  const change = (value: string) => {
    setText(value)
    setEntered(null)
    setOpen(true)
    setUsed(true)
  }
  const shut = () => {
    setOpen(false)
    setEntered(null)
  }
  const forgetEnter = useCallback(() => setEntered(null), [])
  const close = () => {
    // On a narrow screen the button is mounted only once the sheet is closed.
    flushSync(shut)
    const back = cameFrom.current
    if (back?.isConnected === true) back.focus({ preventScroll: true })
    else input.current?.blur()
  }
  const choose = useCallback(
    (result: Result) => {
      setOpen(false)
      document.getElementById('contenu')?.focus()
      void navigate({ to: '/routes/explorer', search: placeOfResult(result), replace: true })
    },
    [navigate],
  )

  /** From the buttons of a result back to the field; `to` moves to another result. */
  const leaveUses = (to?: PanelMove) => {
    input.current?.focus()
    if (to !== undefined) keys.current?.move(to)
  }
  const onKey = (event: KeyboardEvent) => {
    // Enter confirms an IME composition.
    if (event.nativeEvent.isComposing) return
    const { key } = event
    if (key in moves) {
      setOpen(true)
      setEntered(null)
      if (keys.current?.move(moves[key as keyof typeof moves]) !== true) return
    } else if (key === 'ArrowRight' && isOpen && isAtEnd(input.current)) {
      if (keys.current?.focusUses() !== true) return
    } else if (key === 'Enter' && isOpen) {
      if (keys.current?.choose() !== true) setEntered(text)
    } else if (key === 'Escape' && isOpen && text !== '') shut()
    else if (key === 'Escape' && text !== '') setText('')
    else if (key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <search
      className={cx(styles.search, isOpen && styles.open)}
      onBlur={(event) => {
        // The browser window lost the focus, not the search.
        if (event.relatedTarget === null && document.activeElement === event.target) return
        if (!event.currentTarget.contains(event.relatedTarget)) shut()
      }}
    >
      <span className={styles.opener}>
        <IconButton label={searchTexts.open} icon={<Search />} onPress={open} />
      </span>
      <div className={styles.field}>
        {isBusy ? <span className={styles.spinner} aria-hidden="true" /> : <Search aria-hidden="true" />}
        <input
          ref={input}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          role="combobox"
          className={styles.input}
          aria-label={searchTexts.label}
          aria-expanded={activeId !== null}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(activeId !== null && { 'aria-activedescendant': activeId })}
          placeholder={searchTexts.placeholder}
          value={text}
          maxLength={fieldLimits.search}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onFocus={({ currentTarget, relatedTarget }) => {
            if (currentTarget.closest('search')?.contains(relatedTarget) !== true)
              cameFrom.current = relatedTarget as HTMLElement | null
            setUsed(true)
            setOpen(true)
          }}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKey}
        />
        {text !== '' ? (
          <button
            type="button"
            className={styles.clear}
            aria-label={searchTexts.clear}
            onClick={() => {
              setText('')
              input.current?.focus()
            }}
          >
            <X aria-hidden="true" />
          </button>
        ) : (
          <span className={styles.key}>
            <Kbd>{searchTexts.key}</Kbd>
          </span>
        )}
        <button type="button" className={styles.leave} onClick={close}>
          {searchTexts.leave}
        </button>
      </div>
      {wasUsed && (
        <div className={styles.results} hidden={!isOpen}>
          <SearchPanel
            text={text}
            isOpen={isOpen}
            isAwaited={isOpen && entered === text}
            onAwaited={forgetEnter}
            bank={currentBank}
            isNarrowed={isNarrowed}
            onNarrow={setNarrowed}
            listId={listId}
            keysRef={keys}
            iconOf={iconOf}
            uses={uses}
            onLeaveUses={leaveUses}
            onChoose={choose}
            onActive={setActiveId}
            onBusy={setBusy}
            onButtonGone={() => input.current?.focus()}
          />
        </div>
      )}
    </search>
  )
}
