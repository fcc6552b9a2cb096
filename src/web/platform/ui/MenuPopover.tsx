import type { ReactNode, RefObject } from 'react'
import { Menu as AriaMenu, MenuItem as AriaMenuItem } from 'react-aria-components/Menu'
import { Popover, type PopoverProps } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { Check } from 'lucide-react'
import { cx, given } from './given.ts'
import { Kbd } from './Kbd.tsx'
import type { MenuEntries, MenuStart } from './Menu.tsx'
import styles from './Menu.module.css'

export type MenuPopoverProps = Required<Pick<PopoverProps, 'placement' | 'offset'>> & {
  label: string
  entries: MenuEntries
  anchor: RefObject<HTMLElement | null>
  start: MenuStart
  onClose: () => void
}

/** The list of a menu. It mounts open. */
export function MenuPopover({
  label,
  entries,
  anchor,
  placement,
  offset,
  start,
  onClose,
}: MenuPopoverProps): ReactNode {
  const offered = entries.filter((entry) => entry !== false)
  const marked = offered.some((entry) => entry !== 'line' && entry.isChosen !== undefined)
  return (
    <Popover
      className={styles.popover ?? ''}
      aria-label={label}
      triggerRef={anchor}
      placement={placement}
      offset={offset}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <AriaMenu
        aria-label={label}
        className={styles.menu ?? ''}
        onClose={onClose}
        autoFocus={start === 'none' ? true : start}
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
    </Popover>
  )
}
