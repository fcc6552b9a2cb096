import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { managerImportTexts as texts } from '#texts/vault/manager-imports.ts'
import { answerCalls } from '#web/testing/calls.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { UndoImportDialog } from './UndoImportDialog.tsx'

const counts = { items: 1_003, folders: 0, updated: 0 }
const undo = async (reply: object) => {
  answerCalls(() => [200, reply])
  await show(<UndoImportDialog importId={9} counts={counts} onUndone={async () => {}} onClose={vi.fn()} />)
  await page.getByRole('button', { name: texts.undo, exact: true }).click()
}

it('counts what stays beyond the elements that are named [MNGR-23]', async () => {
  const kept = [
    ['Paie', 'Modifié'],
    ['Agenda', 'Modifié'],
  ]
  await undo({ undone: 0, kept, keptBeyond: 1_001 })
  await expect.element(page.getByRole('heading', { name: texts.kept(1_003) })).toBeVisible()
  await expect
    .element(page.getByText(/^2\séléments sont nommés ci-dessous, 1\s001\sautres restent en place aussi\.$/))
    .toBeVisible()
  await expectAccessible()
})

it('says nothing of others where every element is named [MNGR-23]', async () => {
  await undo({ undone: 1_002, kept: [['Paie', 'Modifié']] })
  await expect.element(page.getByRole('heading', { name: texts.kept(1) })).toBeVisible()
  expect(page.getByText(/ci-dessous/).elements()).toHaveLength(0)
})
