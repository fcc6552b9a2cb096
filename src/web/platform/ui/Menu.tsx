import { useRef, type ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { Check, Ellipsis } from 'lucide-react'
import { Button, IconButton, type ButtonLook } from './Button.tsx'
import { cx, given } from './given.ts'
import { Kbd } from './Kbd.tsx'
import styles from './Menu.module.css'

export type MenuEntry = {
  id: string
  label: string
  icon?: ReactNode
  look?: 'danger' | undefined
  shortcut?: string | undefined
  isDisabled?: boolean | undefined
  /** A tick before the label: the choice in force. */
  isChosen?: boolean | undefined
  /** Leads there, in a tab of its own: the page and what is typed in it stay. */
  href?: string | undefined
  onAction?: (() => void) | undefined
}
/** Entries, with lines between groups. */
export type MenuEntries = readonly (MenuEntry | 'line')[]

export type MenuButtonProps = {
  label: string
  entries: MenuEntries
  /** Shown instead of the three dots. */
  icon?: ReactNode
  /** With words the button shows them; without, it is an icon with a tooltip. */
  children?: ReactNode
  look?: ButtonLook | undefined
  size?: 'medium' | 'small' | undefined
  isDisabled?: boolean | undefined
}

/** A button that opens a menu. */
export function MenuButton({
  label,
  entries,
  icon,
  children,
  look = 'plain',
  size,
  isDisabled,
}: MenuButtonProps): ReactNode {
  return (
    <MenuTrigger>
      {children === undefined ? (
        <IconButton
          label={label}
          icon={icon ?? <Ellipsis />}
          look={look}
          size={size}
          isDisabled={isDisabled}
        />
      ) : (
        <Button aria-label={label} icon={icon} look={look} size={size} isDisabled={isDisabled}>
          {children}
        </Button>
      )}
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={4}>
        <Entries label={label} entries={entries} />
      </Popover>
    </MenuTrigger>
  )
}

export type ContextMenuProps = {
  label: string
  entries: MenuEntries
  /** Where it opens: the pointer's place in the window, or the element it belongs to. */
  at: { x: number; y: number } | HTMLElement
  onClose: () => void
}

/** A menu opened by a right click or a key, not by its own button. Mount it to open it. */
export function ContextMenu({ label, entries, at, onClose }: ContextMenuProps): ReactNode {
  const isElement = at instanceof HTMLElement
  const anchor = useRef<HTMLElement | null>(isElement ? at : null)
  return (
    <>
      {!isElement && <span ref={anchor} className={styles.anchor} style={{ left: at.x, top: at.y }} />}
      <Popover
        className={styles.popover ?? ''}
        aria-label={label}
        triggerRef={anchor}
        placement={isElement ? 'bottom end' : 'bottom start'}
        offset={isElement ? 4 : 2}
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
      >
        <Entries label={label} entries={entries} onClose={onClose} />
      </Popover>
    </>
  )
}

function Entries({
  label,
  entries,
  onClose,
}: {
  label: string
  entries: MenuEntries
  onClose?: () => void
}): ReactNode {
  const marked = entries.some((entry) => entry !== 'line' && entry.isChosen !== undefined)
  return (
    <AriaMenu
      aria-label={label}
      className={styles.menu ?? ''}
      {...given({ onClose, autoFocus: onClose && ('first' as const) })}
    >
      {entries.map((entry, index) =>
        entry === 'line' ? (
          <Separator key={`line-${index}`} className={styles.line ?? ''} />
        ) : (
          <AriaMenuItem
            key={entry.id}
            id={entry.id}
            textValue={entry.label}
            className={cx(styles.entry, entry.look === 'danger' && styles.danger)}
            {...given({ onAction: entry.onAction, isDisabled: entry.isDisabled, href: entry.href })}
            {...(entry.href === undefined ? {} : { target: '_blank', rel: 'noreferrer noopener' })}
          >
            {marked && (
              <span className={styles.tick}>{entry.isChosen === true && <Check aria-hidden="true" />}</span>
            )}
            {entry.icon}
            <span className={styles.label}>{entry.label}</span>
            {entry.shortcut !== undefined && <Kbd>{entry.shortcut}</Kbd>}
          </AriaMenuItem>
        ),
      )}
    </AriaMenu>
  )
}
