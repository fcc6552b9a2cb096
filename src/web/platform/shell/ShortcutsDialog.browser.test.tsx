import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { shortcutTexts } from '#texts/platform/shell.ts'
import { areCharacterKeysOn } from '#web/platform/ui/characterKeys.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'

it('the list of shortcuts scrolls by keys, and turns those of one character off', async () => {
  await page.viewport(500, 400)
  await show(<ShortcutsDialog onClose={() => undefined} />)
  const list = page.getByRole('group', { name: shortcutTexts.title })
  await expect.element(list).toHaveFocus()
  const scroller = () => list.element().parentElement as HTMLElement
  expect(scroller().scrollTop).toBe(0)
  await userEvent.keyboard('{PageDown}')
  await expect.poll(() => scroller().scrollTop).toBeGreaterThan(0)
  await expectAccessible()
  const choice = page.getByRole('switch', { name: shortcutTexts.characters })
  await choice.click()
  expect(areCharacterKeysOn()).toBe(false)
  await choice.click()
  expect(areCharacterKeysOn()).toBe(true)
  await page.viewport(1024, 768)
})
