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
  /** A tick before the label: the current choice. */
  isChosen?: boolean | undefined
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
  /** Where it opens: the pointer's position in the viewport, or the owning element. */
  at: { x: number; y: number } | HTMLElement
  onClose: () => void
}

/** A menu opened by right click or keyboard. It mounts open. */
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
  const offered = entries.filter((entry) => entry !== false)
  const marked = offered.some((entry) => entry !== 'line' && entry.isChosen !== undefined)
  return (
    <AriaMenu
      aria-label={label}
      className={styles.menu ?? ''}
      {...given({ onClose, autoFocus: onClose && ('first' as const) })}
    >
      {offered.map((entry, index) =>
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
