import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { accountSecurityTexts } from '#texts/identity/account.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { RecoveryDialog } from './RecoveryDialog.tsx'

const texts = accountSecurityTexts.recovery
const codes = ['ABCD-EFGH-JKLM', 'NPQR-STUV-WXYZ']

it('leaves copied codes in the clipboard, which exist nowhere else, and says so', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  sessionStorage.removeItem('copied')
  await show(<RecoveryDialog login="claire.martin" codes={codes} onClose={vi.fn()} />)
  await expect.element(page.getByText(texts.stays)).toBeVisible()
  await page.getByRole('button', { name: texts.copyAll }).click()
  await expect
    .element(page.getByRole('region', { name: uiTexts.notifications }).getByText(uiTexts.copied))
    .toBeVisible()
  expect(writeText).toHaveBeenCalledExactlyOnceWith(codes.join('\n'))
  expect(sessionStorage.getItem('copied')).toBeNull()
  await expectAccessible()
})
