import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uiTexts } from '#texts/platform/ui.ts'
import { panelTexts } from '#texts/vault/contents.ts'
import { InlineField } from '#web/vault/element-panel/InlineField.tsx'
import { Form } from '#web/platform/ui/Form.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import { show } from '#web/testing/show.tsx'
import { ValueEditor } from './extraFieldEditors.tsx'

const privateKey = '-----BEGIN KEY-----\nabc\n-----END KEY-----\n'

/** Opens the editor of a concealed field in the panel. @returns what it saves */
async function edit() {
  const onSave = vi.fn<(value: string) => Promise<void>>(() => Promise.resolve())
  await show(
    <InlineField
      label="PUK"
      initial=""
      onSave={onSave}
      editor={(editing) => <ValueEditor {...editing} kind="concealed" autoFocus />}
    >
      ••••
    </InlineField>,
  )
  await page.getByRole('button', { name: panelTexts.edit('PUK') }).click()
  return onSave
}
const area = () => page.getByRole('textbox', { name: 'PUK' })

it('saves a concealed value on Enter, as that of the password', async () => {
  const onSave = await edit()
  await userEvent.keyboard('999{Enter}')
  await expect.poll(() => onSave).toHaveBeenCalledExactlyOnceWith('999')
  await expect.element(page.getByRole('button', { name: panelTexts.edit('PUK') })).toHaveFocus()
})

it.each([
  ['999\n', '999'],
  ['999\r\n', '999'],
  [privateKey, privateKey],
])('%# drops the line break after a pasted line, and keeps those of several lines', async (pasted, saved) => {
  const onSave = await edit()
  await area().fill(pasted)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onSave).toHaveBeenCalledExactlyOnceWith(saved)
})

it('submits the form of a dialog on Enter', async () => {
  const onSubmit = vi.fn<(values: { value: string }) => void>()
  function Part() {
    const form = useForm({ value: '' }, {})
    return (
      <Form onSubmit={() => form.submit(onSubmit)}>
        <ValueEditor kind="concealed" label="PUK" {...form.field('value')} autoFocus />
        <button type="submit" disabled>
          Créer
        </button>
      </Form>
    )
  }
  await show(<Part />)
  await area().click()
  await userEvent.keyboard('999{Enter}')
  await expect.poll(() => onSubmit).toHaveBeenCalledExactlyOnceWith({ value: '999' })
})

it('keeps a masked value when it is cut, and lets a revealed one be cut', async () => {
  await edit()
  await area().fill('999')
  const mask = () => getComputedStyle(area().element()).getPropertyValue('-webkit-text-security')
  const refused = () =>
    ['copy', 'cut', 'dragstart'].filter(
      (name) =>
        !area()
          .element()
          .dispatchEvent(new Event(name, { bubbles: true, cancelable: true })),
    )
  expect(mask()).toBe('disc')
  expect(refused()).toEqual(['copy', 'cut', 'dragstart'])
  await userEvent.keyboard('{Control>}ax{/Control}')
  await expect.element(area()).toHaveValue('999')
  // What is copied from it once it is revealed is cleared from the clipboard.
  await expect.element(area()).toHaveAttribute('data-secret')
  await page.getByRole('button', { name: uiTexts.reveal }).click()
  await expect.poll(mask).toBe('none')
  expect(refused()).toEqual([])
})
