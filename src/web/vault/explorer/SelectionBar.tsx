import type { ReactNode } from 'react'
import { Download, FolderInput, Trash2, X } from 'lucide-react'
import { listTexts } from '#texts/platform/lists.ts'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { Button, IconButton } from '#web/platform/ui/Button.tsx'
import { MenuButton, type MenuEntries } from '#web/platform/ui/Menu.tsx'
import { useMedia } from '#web/platform/ui/useMedia.ts'
import styles from './SelectionBar.module.css'
import type { SelectWhole } from './useSelectWhole.ts'

const texts = explorerTexts.selection

export type SelectionBarProps = {
  count: number
  /** The number of elements on all pages, if there are several. */
  total: number | undefined
  /** Offered once the whole page is selected, and the list goes on. */
  whole: SelectWhole | null
  mayUpdate: boolean
  mayDelete: boolean
  onMove: () => void
  /** Further actions. */
  more: MenuEntries
  onRemove: () => void
  /** Without the right to export there is no such action. */
  onExport: (() => void) | undefined
  onClear: () => void
}

/** Below this width the buttons are icons. */
const narrow = '(width < 700px)'

/** Replaces the toolbar while rows are marked: their number, and the actions on all of them. */
export function SelectionBar(props: SelectionBarProps): ReactNode {
  const isNarrow = useMedia(narrow)
  const deeds = [
    { label: texts.move, icon: <FolderInput />, isDisabled: !props.mayUpdate, onPress: props.onMove },
    ...(props.onExport === undefined
      ? []
      : [
          {
            label: explorerTexts.menu.export,
            icon: <Download />,
            isDisabled: false,
            onPress: props.onExport,
          },
        ]),
    { label: texts.remove, icon: <Trash2 />, isDisabled: !props.mayDelete, onPress: props.onRemove },
  ]
  return (
    <div className={styles.bar} role="group" aria-label={texts.bar}>
      <p className={styles.count}>{texts.count(props.count, props.total)}</p>
      {props.whole !== null && (
        <Button look="plain" size="small" onPress={props.whole.select}>
          {listTexts.selectRows(props.whole.total, true)}
        </Button>
      )}
      {deeds.map(({ label, ...deed }) =>
        isNarrow ? (
          <IconButton key={label} label={label} look="quiet" {...deed} />
        ) : (
          <Button key={label} {...deed}>
            {label}
          </Button>
        ),
      )}
      <MenuButton look="quiet" label={explorerTexts.moreActions} entries={props.more} />
      <IconButton label={texts.clear} icon={<X />} onPress={props.onClear} />
    </div>
  )
}
