import { Fragment, type ReactNode } from 'react'
import { Eye } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { screenLimits } from '#domain/platform/limits.ts'
import { officeTexts } from '#texts/platform/back-office.ts'
import { truncate } from '#texts/platform/format.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { LongList } from '#web/platform/ui/LongList.tsx'
import type { MenuEntries } from '#web/platform/ui/Menu.tsx'
import styles from './Cells.module.css'
import { useByHundreds } from './useByHundreds.tsx'
import { useFollow } from './useFollow.ts'

/** A text of at most 50 characters; the whole stands in the tooltip. Nothing for an empty one: the table says so. */
export function Cut({ text }: { text: string }): ReactNode {
  const cut = truncate(text, screenLimits.truncateAt)
  return cut === text ? text : <span title={text}>{cut}</span>
}

/** The thing is seen, not managed: an eye, and its words where a row is a card and has the width. */
export function ReadOnlyBadge(): ReactNode {
  return (
    <Badge icon={<Eye aria-hidden="true" />} title={officeTexts.readOnly}>
      <span className={styles.badgeWords}>{officeTexts.readOnly}</span>
    </Badge>
  )
}

/** The name of a thing, with a badge of its own or that of what one may only see. */
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

/** The entries of a row's menu, those of management disabled where one may only see. */
export const managed = (manageable: boolean, entries: MenuEntries): MenuEntries =>
  manageable ? entries : entries.map((entry) => (entry === 'line' ? entry : { ...entry, isDisabled: true }))

/** A link to another page: by the router where there is one, by the browser in a rendered fragment. */
export function PlaceLink({ href, children }: { href: string; children: ReactNode }): ReactNode {
  const follow = useFollow()
  return (
    <a className={styles.link} href={href} onClick={follow(href)}>
      {children}
    </a>
  )
}

export type ListedName = {
  id: number
  name: string
  href?: string | undefined
  /** Tells people of one name apart, where there is the room: a login. */
  detail?: string | undefined
}
export type NameListProps = {
  names: readonly ListedName[]
  /** What they are, for the list that opens: « Utilisateurs ». */
  label: string
  /** Of whom they are. */
  of: string
  /** How many stand in the cell. */
  shown?: number | undefined
  /** Rendered by the server: nothing opens, all stand there. */
  isStatic?: boolean | undefined
}

/** The content of a cell that lists names; nothing for an empty list, for which the table has its word. */
export const nameList = (props: NameListProps): ReactNode =>
  props.names.length === 0 ? null : <NameList {...props} />

/** People, teams or chests in a cell: the first ones, and « + n autres », which opens them all. */
export function NameList({ names, label, of, shown = 2, isStatic = false }: NameListProps): ReactNode {
  const first = isStatic ? names : names.slice(0, shown)
  const rest = names.length - first.length
  return (
    <span className={styles.names}>
      {first.map((one, index) => (
        <Fragment key={one.id}>
          <span className={styles.one}>
            <Name one={one} />
          </span>
          {index < first.length - 1 && <span className={styles.comma}>,</span>}
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
          {/* Without a dialog in it, the popover is the dialog, its hidden way out included. */}
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

/** Everything that a cell, or a group of a page, stands for. */
export function AllNames({ names, label, className }: AllNamesProps): ReactNode {
  const { shown, more } = useByHundreds(names)
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

/** A name, leading to its row. */
export function Name({ one, isFull = false }: { one: ListedName; isFull?: boolean }): ReactNode {
  const text = <Cut text={one.name} />
  return (
    <>
      {one.href === undefined ? text : <PlaceLink href={one.href}>{text}</PlaceLink>}
      {isFull && one.detail !== undefined && <span className={styles.detail}> {one.detail}</span>}
    </>
  )
}
