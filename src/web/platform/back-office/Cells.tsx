import { Fragment, type ReactNode } from 'react'
import { Eye } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { screenLimits } from '#domain/platform/limits.ts'
import { officeTexts } from '#texts/platform/lists.ts'
import { truncate } from '#texts/platform/format.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { LongList } from '#web/platform/ui/LongList.tsx'
import type { MenuEntries } from '#web/platform/ui/Menu.tsx'
import styles from './Cells.module.css'
import { useShowMore } from './useShowMore.tsx'
import { useFollow } from './useFollow.ts'

/** A text truncated to 50 characters, with the full text as tooltip. */
export function Cut({ text }: { text: string }): ReactNode {
  const cut = truncate(text, screenLimits.truncateAt)
  return cut === text ? text : <span title={text}>{cut}</span>
}

/** Marks a read-only row: an eye, with its words in a card. */
export function ReadOnlyBadge(): ReactNode {
  return (
    <Badge icon={<Eye aria-hidden="true" />} title={officeTexts.readOnly}>
      <span className={styles.badgeWords}>{officeTexts.readOnly}</span>
    </Badge>
  )
}

/** The name of a row, with its own badge or that of a read-only row. */
export function NameCell({
  name,
  manageable = true,
  aside,
}: {
  name: string
  manageable?: boolean
  aside?: ReactNode
}): ReactNode {
  return (
    <span className={styles.name}>
      <span className={styles.nameText}>
        <Cut text={name} />
      </span>
      {aside}
      {!manageable && <ReadOnlyBadge />}
    </span>
  )
}

/** Returns the entries of a row's menu, all disabled for a read-only row. */
export const managed = (manageable: boolean, entries: MenuEntries): MenuEntries =>
  manageable
    ? entries
    : entries.map((entry) => (typeof entry === 'object' ? { ...entry, isDisabled: true } : entry))

/** A link to another page, followed by the router, or by the browser in a rendered fragment. */
export function PlaceLink({
  href,
  isInText = false,
  children,
}: {
  href: string
  /** Within a sentence a link is underlined: its colour alone does not tell it from the text. */
  isInText?: boolean
  children: ReactNode
}): ReactNode {
  const follow = useFollow()
  return (
    <a className={isInText ? styles.inText : styles.link} href={href} onClick={follow(href)}>
      {children}
    </a>
  )
}

export type ListedName = {
  id: number
  name: string
  href?: string | undefined
  /** Distinguishes people of the same name where there is room: a login. */
  detail?: string | undefined
}
export type NameListProps = {
  names: readonly ListedName[]
  /** The label of the full list: « Utilisateurs ». */
  label: string
  /** The owner of the list. */
  of: string
  /** The number of names shown in the cell. */
  shown?: number | undefined
  /** Rendered by the server: all names, without a popover. */
  isStatic?: boolean | undefined
}

/** Renders a cell of names, or null for an empty list: the table then shows its placeholder. */
export const nameList = (props: NameListProps): ReactNode =>
  props.names.length === 0 ? null : <NameList {...props} />

/** People, teams or chests in a cell: the first ones, and « + n autres », which opens all of them. */
export function NameList({ names, label, of, shown = 2, isStatic = false }: NameListProps): ReactNode {
  const first = isStatic ? names : names.slice(0, shown)
  const rest = names.length - first.length
  return (
    <span className={styles.names}>
      {first.map((one, index) => (
        <Fragment key={one.id}>
          <span className={styles.one}>
            <Name one={one} />
            {index < first.length - 1 && ','}
          </span>
        </Fragment>
      ))}
      {rest > 0 && (
        <DialogTrigger>
          <Button
            className={styles.more ?? ''}
            aria-label={`${officeTexts.others(rest)}, ${officeTexts.allOf(label, of)}`}
          >
            {officeTexts.others(rest)}
          </Button>
          {/* Without a Dialog inside, the popover itself is the dialog, with its hidden dismiss button. */}
          <Popover
            className={styles.popover ?? ''}
            placement="bottom start"
            offset={4}
            aria-label={officeTexts.allOf(label, of)}
          >
            <AllNames names={names} label={label} className={styles.list} />
          </Popover>
        </DialogTrigger>
      )}
    </span>
  )
}

type AllNamesProps = Pick<NameListProps, 'names' | 'label'> & { className: string | undefined }

/** All names of a cell or of a group. */
export function AllNames({ names, label, className }: AllNamesProps): ReactNode {
  const { shown, more } = useShowMore(names)
  return (
    <LongList
      className={className}
      tabIndex={0}
      aria-label={label}
      lines={shown}
      lineKey={({ id }) => id}
      tail={more}
    >
      {(one) => <Name one={one} isFull />}
    </LongList>
  )
}

/** A name that links to its row. */
export function Name({ one, isFull = false }: { one: ListedName; isFull?: boolean }): ReactNode {
  const text = <Cut text={one.name} />
  return (
    <>
      {one.href === undefined ? text : <PlaceLink href={one.href}>{text}</PlaceLink>}
      {isFull && one.detail !== undefined && <span className={styles.detail}> {one.detail}</span>}
    </>
  )
}
