import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { masterKeyTexts as texts } from '#texts/vault/master-key.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { SessionContext, type Session } from '#web/platform/shell/session.ts'
import { useForm } from '#web/platform/ui/useForm.ts'
import { show } from '#web/testing/show.tsx'
import { NewKeyFields } from './NewKeyFields.tsx'

function Fields() {
  const form = useForm({ masterKey: '', confirmation: '' }, {})
  return (
    <SessionContext value={{ organisation: null, currentBank: null } as unknown as Session}>
      <NewKeyFields
        label={texts.field}
        masterKey={form.field('masterKey')}
        confirmation={form.field('confirmation')}
        set={form.set}
        forbiddenWords={[]}
      />
    </SessionContext>
  )
}

it('copies a drawn key, which is cleared from the clipboard later', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await show(<Fields />)
  await page.getByRole('button', { name: texts.generateLabel }).click()
  await page.getByRole('button', { name: texts.copyGenerated }).click()
  const notices = page.getByRole('region', { name: uiTexts.notifications })
  await expect.element(notices.getByText(new RegExp(`^${texts.field}, presse-papiers vidé`))).toBeVisible()
  expect(writeText.mock.calls[0]?.[0].split(/[- ]/)).toHaveLength(6)
})
