import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { secondFactorTexts } from '#texts/identity/second-factor.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { AuthenticatorFactor } from './AuthenticatorFactor.tsx'

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const texts = secondFactorTexts.enrolment

const enrolment = (
  <AuthenticatorFactor
    jwt=""
    factors={{ qrScanned: false, qrCode: '', secret } as Parameters<typeof AuthenticatorFactor>[0]['factors']}
    factor={{ isPending: false, give: () => Promise.resolve() }}
    mail={{} as Parameters<typeof AuthenticatorFactor>[0]['mail']}
    startsAtOnce={false}
    onBack={vi.fn()}
    onLost={vi.fn()}
    onReturn={vi.fn()}
    links={null}
  />
)
const notifications = page.getByRole('region', { name: uiTexts.notifications })

afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'clipboard')
})

it('copies the secret of the enrolment, which is cleared from the clipboard later', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await show(enrolment)
  await page.getByRole('button', { name: texts.copySecret }).click()
  await expect.element(notifications.getByText(texts.secretCopied)).toBeVisible()
  expect(writeText).toHaveBeenCalledExactlyOnceWith(secret)
  await expect.element(notifications.getByText(/^presse-papiers vidé/)).toBeVisible()
})

it('says when the browser has no clipboard, as on an address without TLS', async () => {
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  await show(enrolment)
  await page.getByRole('button', { name: texts.copySecret }).click()
  await expect.element(notifications.getByText(uiTexts.copyFailed, { exact: true })).toBeVisible()
  await expectAccessible()
})
