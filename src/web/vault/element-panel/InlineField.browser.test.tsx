import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { panelTexts } from '#texts/vault/contents.ts'
import { lostRightTexts } from '#texts/vault/element-panel.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { linesEditor } from './editors.tsx'
import { InlineField } from './InlineField.tsx'

type Save = (value: string) => Promise<void>

const field = (onSave: Save | undefined) => (
  <aside>
    <button type="button">Fermer</button>
    <InlineField label="Description" initial="Guichet" onSave={onSave} isMultiline editor={linesEditor}>
      Guichet
    </InlineField>
  </aside>
)
const text = () => page.getByRole('textbox', { name: 'Description' })
const save = () => page.getByRole('button', { name: panelTexts.validate })

/** Starts an edit and takes the right to save. */
async function editAndLose(typed: string) {
  const onSave = vi.fn<Save>(() => Promise.resolve())
  const { rerender } = await show(field(onSave))
  await page.getByRole('button', { name: panelTexts.edit('Description') }).click()
  await text().fill(typed)
  await rerender(field(undefined))
  return { onSave, rerender }
}

it('keeps what is typed when the right to save is taken, and saves it when it is given again', async () => {
  const { onSave, rerender } = await editAndLose('Accueil')
  await expect.element(page.getByRole('status').getByText(lostRightTexts.title)).toBeVisible()
  await expect.element(text()).toHaveValue('Accueil')
  await expect.element(save()).toBeDisabled()
  await text().click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectAccessible()
  await rerender(field(onSave))
  await expect.element(save()).toBeEnabled()
  await expect.element(page.getByText(lostRightTexts.title)).not.toBeInTheDocument()
  expect(onSave).not.toHaveBeenCalled()
  await text().click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => onSave).toHaveBeenCalledExactlyOnceWith('Accueil')
})

it('closes an editor whose value is as it was when the right to save is taken', async () => {
  await editAndLose('Guichet')
  await expect.element(text()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Fermer' })).toHaveFocus()
})
