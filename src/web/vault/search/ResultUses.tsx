import type { KeyboardEvent, ReactNode } from 'react'
import { searchTexts } from '#texts/vault/explorer.ts'
import { areCharacterKeysOn, isCharacterKey } from '#web/platform/ui/characterKeys.ts'
import type { RowUse } from '#web/platform/ui/DataTableRow.tsx'
import { RowButton } from '#web/platform/ui/RowButton.tsx'
import type { PanelMove, Result } from './results.ts'
import styles from './SearchPanel.module.css'

type Use = RowUse<string>

/** What can be done with a result without opening it. */
export type ResultUses = { of: (result: Result) => readonly Use[]; on: (result: Result, id: string) => void }

const moves: Partial<Record<string, PanelMove>> = { ArrowDown: 'next', ArrowUp: 'previous' }

export type UsesOfResultProps = {
  name: string
  uses: readonly Use[]
  /** In pixels from the top of the list. */
  top: number
  height: number
  onUse: (id: string) => void
  /** Returns the focus to the field, and moves to another result. */
  onLeave: (to?: PanelMove) => void
}

/** The buttons of the active result. Arrow keys move among them and back to the field, letters run them. */
export function UsesOfResult({ name, uses, top, height, onUse, onLeave }: UsesOfResultProps): ReactNode {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, currentTarget, target } = event
    const buttons = [...currentTarget.querySelectorAll('button')]
    const at = buttons.findIndex((button) => button === target)
    const use = isCharacterKey(event) && areCharacterKeysOn() && uses.find(({ shortcut }) => shortcut === key)
    if (key === 'ArrowRight') buttons[at + 1]?.focus()
    else if (key === 'ArrowLeft' && at > 0) buttons[at - 1]?.focus()
    else if (key === 'ArrowLeft' || key === 'Escape') onLeave()
    else if (moves[key] !== undefined) onLeave(moves[key])
    else if (use) onUse(use.id)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      role="toolbar"
      aria-label={searchTexts.usesOf(name)}
      className={styles.uses}
      style={{ top, height }}
      onKeyDown={onKeyDown}
    >
      {uses.map(({ id, shortcut, ...use }) => (
        <RowButton key={id} {...use} shortcut={`→ ${shortcut}`} onPress={() => onUse(id)} />
      ))}
    </div>
  )
}
