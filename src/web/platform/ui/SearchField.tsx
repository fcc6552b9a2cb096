import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react'
import { Search, X } from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import fieldStyles from './Field.module.css'
import { cx } from './given.ts'
import { Kbd } from './Kbd.tsx'
import styles from './SearchField.module.css'

export type SearchFieldProps = {
  /** The accessible name. */
  label: string
  value: string
  /** Called after typing paused for `delay`; immediately when cleared or on Enter. */
  onChange: (value: string) => void
  /** In milliseconds; 0 by default. */
  delay?: number | undefined
  placeholder?: string | undefined
  /** The shortcut of the field, shown while it is empty. */
  shortcut?: string | undefined
  isBusy?: boolean | undefined
  autoFocus?: boolean | undefined
  maxLength?: number | undefined
  inputRef?: Ref<HTMLInputElement> | undefined
  /** Called on arrow down and after Enter, to move to the results. */
  onGoOn?: (() => void) | undefined
}

/** A debounced search field. Escape clears it. */
export function SearchField(props: SearchFieldProps): ReactNode {
  const {
    label,
    value,
    onChange,
    delay = 0,
    placeholder = uiTexts.search,
    shortcut,
    isBusy,
    autoFocus,
    maxLength,
    inputRef,
    onGoOn,
  } = props
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The value changed from outside (cleared, or by the address): follow it.
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  const tell = (text: string, wait: number) => {
    clearTimeout(timer.current)
    setTyped(text)
    const send = () => {
      setKnown(text)
      onChange(text)
    }
    if (wait === 0) send()
    else timer.current = setTimeout(send, wait)
  }
  return (
    <search className={cx(fieldStyles.box, styles.search)}>
      {isBusy === true ? (
        <span className={styles.spinner} aria-hidden="true" />
      ) : (
        <Search aria-hidden="true" />
      )}
      <input
        type="search"
        className={cx(fieldStyles.input, styles.input)}
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        maxLength={maxLength}
        // A search dialog opens with the focus in its field.
        autoFocus={autoFocus}
        autoComplete="off"
        spellCheck={false}
        ref={inputRef}
        onChange={(event) => tell(event.target.value, delay)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            tell(typed, 0)
            onGoOn?.()
          } else if (event.key === 'ArrowDown' && onGoOn !== undefined) onGoOn()
          else if (event.key === 'Escape' && typed !== '') tell('', 0)
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      {typed !== '' ? (
        <button type="button" className={styles.clear} aria-label={uiTexts.clear} onClick={() => tell('', 0)}>
          <X aria-hidden="true" />
        </button>
      ) : (
        shortcut !== undefined && <Kbd>{shortcut}</Kbd>
      )}
    </search>
  )
}
