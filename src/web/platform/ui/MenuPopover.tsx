import type { ReactNode, RefObject } from 'react'
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuSection } from 'react-aria-components/Menu'
import { Popover, type PopoverProps } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { Check } from 'lucide-react'
import { cx, given } from './given.ts'
import { Kbd } from './Kbd.tsx'
import type { MenuEntries, MenuEntry, MenuStart } from './Menu.tsx'
import styles from './Menu.module.css'

export type MenuPopoverProps = Required<Pick<PopoverProps, 'placement' | 'offset'>> & {
  label: string
  entries: MenuEntries
  anchor: RefObject<HTMLElement | null>
  start: MenuStart
  onClose: () => void
}

type Line = MenuEntry | 'line'

/** Returns the entries in runs: those of one choice together, each other entry alone. */
function runsOf(entries: readonly Line[]): readonly Line[][] {
  const runs: Line[][] = []
  const choiceOf = (entry: Line | undefined) =>
    entry === undefined || entry === 'line' ? undefined : entry.choice?.of
  for (const entry of entries) {
    const run = runs.at(-1)
    const choice = choiceOf(entry)
    if (run !== undefined && choice !== undefined && choiceOf(run[0]) === choice) run.push(entry)
    else runs.push([entry])
  }
  return runs
}

/** The list of a menu. It mounts open. Entries of a choice are radio buttons to a screen reader. */
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
  const hasTicks = offered.some((entry) => entry !== 'line' && entry.choice !== undefined)
  const entryOf = (entry: MenuEntry) => (
    <AriaMenuItem
      key={entry.id}
      id={entry.id}
      textValue={entry.label}
      className={cx(styles.entry, entry.look === 'danger' && styles.danger)}
      {...given({ onAction: entry.onAction, isDisabled: entry.isDisabled, href: entry.href })}
      {...(entry.href === undefined ? {} : { target: '_blank', rel: 'noreferrer noopener' })}
    >
      {hasTicks && (
        <span className={styles.tick}>
          {entry.choice?.isCurrent === true && <Check aria-hidden="true" />}
        </span>
      )}
      {entry.icon}
      <span className={styles.label}>{entry.label}</span>
      {entry.shortcut !== undefined && <Kbd>{entry.shortcut}</Kbd>}
    </AriaMenuItem>
  )
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
        {runsOf(offered).map((run, index) => {
          const [first] = run
          if (first === undefined || first === 'line')
            return <Separator key={`line-${index}`} className={styles.line ?? ''} />
          if (first.choice === undefined) return entryOf(first)
          const choices = run.filter((entry) => entry !== 'line')
          return (
            <MenuSection
              key={`choice-${index}`}
              aria-label={first.choice.of}
              selectionMode="single"
              disallowEmptySelection
              selectedKeys={choices.filter(({ choice }) => choice?.isCurrent === true).map(({ id }) => id)}
            >
              {choices.map(entryOf)}
            </MenuSection>
          )
        })}
      </AriaMenu>
    </Popover>
  )
}
