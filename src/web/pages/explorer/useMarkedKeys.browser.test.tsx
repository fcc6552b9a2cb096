import type { ReactNode } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Element } from '#web/vault/explorer/rows.ts'
import { show } from '#web/testing/show.tsx'
import type { OpenDialog } from './DialogOf.tsx'
import { useMarkedKeys } from './useMarkedKeys.ts'

const marked: readonly Element[] = [
  { type: 'folder', id: 3, name: 'Réseau', revision: 1 },
  { type: 'item', id: 4, name: 'Pare-feu', revision: 1 },
]
const toParent = 'Revenir au niveau précédent'
let opened: OpenDialog[]

function Chest(props: { marked?: readonly Element[]; may?: boolean }): ReactNode {
  const may = props.may ?? true
  useMarkedKeys(props.marked ?? marked, { update: may, delete: may }, 7, (dialog) => void opened.push(dialog))
  return (
    <>
      <button type="button">{toParent}</button>
      <button type="button" onKeyDown={(event) => event.preventDefault()}>
        Ligne
      </button>
      <input aria-label="Filtre" />
    </>
  )
}
const press = async (name: string, keys: string) => {
  page.getByRole('button', { name }).element().focus()
  await userEvent.keyboard(keys)
}
const remove = { name: 'remove', elements: marked }
const move = { name: 'move', elements: marked, fromFolderId: 7 }

beforeEach(() => {
  opened = []
})

it('Delete and m act on the marked rows while the focus is on none of them', async () => {
  await show(<Chest />)
  await press(toParent, '{Delete}')
  await press(toParent, 'm')
  expect(opened).toEqual([remove, move])
})

it('a row that takes the key itself, and a field, keep it', async () => {
  await show(<Chest />)
  await press('Ligne', '{Delete}m')
  page.getByRole('textbox').element().focus()
  await userEvent.keyboard('m{Delete}')
  expect(opened).toEqual([])
})

it('nothing happens without marked rows, nor without the rights', async () => {
  const { rerender } = await show(<Chest marked={[]} />)
  await press(toParent, '{Delete}m')
  await rerender(<Chest may={false} />)
  await press(toParent, '{Delete}m')
  expect(opened).toEqual([])
})
