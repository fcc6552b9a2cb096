import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { Button, IconButton } from './Button.tsx'

it('a button is pressed by click, Enter and Space', async () => {
  const onPress = vi.fn()
  await show(<Button onPress={onPress}>Enregistrer</Button>)
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard(' ')
  expect(onPress).toHaveBeenCalledTimes(3)
  await expectAccessible()
})

it('a pending button keeps its width and the focus, and ignores presses', async () => {
  const onPress = vi.fn()
  const part = (isPending: boolean) => (
    <Button onPress={onPress} isPending={isPending}>
      Enregistrer
    </Button>
  )
  const { rerender } = await show(part(false))
  const button = page.getByRole('button', { name: 'Enregistrer' })
  await button.click()
  const { width } = button.element().getBoundingClientRect()
  await rerender(part(true))
  await userEvent.keyboard('{Enter}')
  expect(onPress).toHaveBeenCalledTimes(1)
  await expect.element(button).toHaveFocus()
  expect(button.element().getBoundingClientRect().width).toBe(width)
})

it('a disabled button is not focusable', async () => {
  const onPress = vi.fn()
  await show(
    <Button onPress={onPress} isDisabled>
      Enregistrer
    </Button>,
  )
  await expect.element(page.getByRole('button', { name: 'Enregistrer' })).toBeDisabled()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(onPress).not.toHaveBeenCalled()
})

it('an icon button shows its name and shortcut in a tooltip on keyboard focus', async () => {
  await show(<IconButton label="Copier" shortcut="C" icon={<svg />} />)
  await expectAccessible()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'Copier' })).toHaveFocus()
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('CopierC')
})
