import { useRef, useState, type ReactNode } from 'react'
import type { KeyboardEvents } from 'react-aria/useKeyboard'
import { Ellipsis } from 'lucide-react'
import { Button, IconButton, type ButtonLook } from './Button.tsx'
import styles from './Menu.module.css'
import { useOverlays } from './overlays.ts'
import { useLoadFailure } from './useLoadFailure.ts'

export type MenuEntry = {
  id: string
  label: string
  icon?: ReactNode
  look?: 'danger' | undefined
  shortcut?: string | undefined
  isDisabled?: boolean | undefined
  /** One of the answers to a question, which the group's name tells. The current one has a tick. */
  choice?: { of: string; isCurrent: boolean } | undefined
  /** Opens in a new tab, so that the page keeps its input. */
  href?: string | undefined
  onAction?: (() => void) | undefined
}
/** Entries, with separators between groups; false for an entry that is not offered. */
export type MenuEntries = readonly (MenuEntry | 'line' | false)[]

export type MenuButtonProps = {
  label: string
  entries: MenuEntries
  /** Replaces the three dots. */
  icon?: ReactNode
  /** The words of the button. Without them it is an icon with a tooltip. */
  children?: ReactNode
  look?: ButtonLook | undefined
  size?: 'medium' | 'small' | undefined
  isDisabled?: boolean | undefined
}

/** A button that opens a menu, by press or by the arrow keys. */
export function MenuButton({
  label,
  entries,
  icon,
  children,
  look = 'plain',
  size,
  isDisabled,
}: MenuButtonProps): ReactNode {
  const [start, setStart] = useState<MenuStart | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const overlays = useOverlays(
    start !== null,
    useLoadFailure(() => setStart(null)),
  )
  const shared = {
    ref: button,
    look,
    size,
    isDisabled,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': start !== null && overlays !== null,
    onPress: ({ pointerType }: { pointerType: string }) =>
      setStart(pointerType === 'keyboard' || pointerType === 'virtual' ? 'first' : 'none'),
    onKeyDown: (event: KeyEvent) => {
      const side = event.key === 'ArrowDown' ? 'first' : event.key === 'ArrowUp' ? 'last' : null
      if (side === null || event.repeat || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey)
        return event.continuePropagation()
      // The page would scroll.
      event.preventDefault()
      return setStart(side)
    },
  }
  return (
    <>
      {children === undefined ? (
        <IconButton label={label} icon={icon ?? <Ellipsis />} {...shared} />
      ) : (
        <Button aria-label={label} icon={icon} {...shared}>
          {children}
        </Button>
      )}
      {start !== null && overlays !== null && (
        <overlays.MenuPopover
          label={label}
          entries={entries}
          anchor={button}
          placement="bottom end"
          offset={4}
          start={start}
          onClose={() => setStart(null)}
        />
      )}
    </>
  )
}

type KeyEvent = Parameters<NonNullable<KeyboardEvents['onKeyDown']>>[0]

/** The entry that has the focus when a menu opens. */
export type MenuStart = 'first' | 'last' | 'none'

export type ContextMenuProps = {
  label: string
  entries: MenuEntries
  /** Where it opens: the pointer's position in the viewport, or the owning element. */
  at: { x: number; y: number } | HTMLElement
  onClose: () => void
}

/** A menu opened by right click or keyboard. It mounts open. */
export function ContextMenu({ label, entries, at, onClose }: ContextMenuProps): ReactNode {
  const isElement = at instanceof HTMLElement
  const anchor = useRef<HTMLElement | null>(isElement ? at : null)
  const overlays = useOverlays(true, useLoadFailure(onClose))
  return (
    <>
      {!isElement && <span ref={anchor} className={styles.anchor} style={{ left: at.x, top: at.y }} />}
      {overlays !== null && (
        <overlays.MenuPopover
          label={label}
          entries={entries}
          anchor={anchor}
          placement={isElement ? 'bottom end' : 'bottom start'}
          offset={isElement ? 4 : 2}
          start="first"
          onClose={onClose}
        />
      )}
    </>
  )
}
