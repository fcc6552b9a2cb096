import type { ReactNode } from 'react'
import {
  ArrowDown,
  ArrowUp,
  CornerDownRight,
  FolderPlus,
  IndentDecrease,
  IndentIncrease,
  Pencil,
  Redo2,
  Trash2,
  Undo2,
} from 'lucide-react'
import { administrationTexts } from '#texts/office/administration.ts'
import { Button, IconButton } from '#web/platform/ui/Button.tsx'
import type { MoveWay } from './templateNodes.ts'
import styles from './TemplateTreeView.module.css'
import type { TemplateHistory } from './useTemplateHistory.ts'

const texts = administrationTexts.template.tree

const moves = [
  ['up', <ArrowUp key="up" />],
  ['down', <ArrowDown key="down" />],
  ['out', <IndentDecrease key="out" />],
  ['in', <IndentIncrease key="in" />],
] as const

/** The buttons of the tree: they act on the chosen folder. */
export function TemplateToolbar(props: {
  hasChoice: boolean
  mayMove: (way: MoveWay) => boolean
  history: Pick<TemplateHistory, 'canUndo' | 'canRedo'>
  onAdd: (isChild: boolean) => void
  onRename: () => void
  onMove: (way: MoveWay) => void
  onRemove: () => void
  onStep: (turn: 'undo' | 'redo') => void
}): ReactNode {
  const isOff = !props.hasChoice
  return (
    <div role="toolbar" aria-label={texts.toolbar} className={styles.toolbar}>
      <Button size="small" icon={<FolderPlus />} onPress={() => props.onAdd(false)}>
        {texts.add}
      </Button>
      <Button size="small" icon={<CornerDownRight />} isDisabled={isOff} onPress={() => props.onAdd(true)}>
        {texts.addChild}
      </Button>
      <span className={styles.acts}>
        <IconButton
          size="small"
          label={texts.rename}
          icon={<Pencil />}
          isDisabled={isOff}
          onPress={props.onRename}
        />
        {moves.map(([way, icon]) => (
          <IconButton
            key={way}
            size="small"
            label={texts[way]}
            icon={icon}
            isDisabled={!props.mayMove(way)}
            onPress={() => props.onMove(way)}
          />
        ))}
        <IconButton
          size="small"
          label={texts.remove}
          icon={<Trash2 />}
          isDisabled={isOff}
          onPress={props.onRemove}
        />
        <IconButton
          size="small"
          label={texts.undo}
          icon={<Undo2 />}
          isDisabled={!props.history.canUndo}
          onPress={() => props.onStep('undo')}
        />
        <IconButton
          size="small"
          label={texts.redo}
          icon={<Redo2 />}
          isDisabled={!props.history.canRedo}
          onPress={() => props.onStep('redo')}
        />
      </span>
    </div>
  )
}
