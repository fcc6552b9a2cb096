import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { authTexts } from '#texts/identity/sign-in.ts'
import { errorTexts } from '#texts/platform/errors.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { LoginForm, type LoginFormProps } from './LoginForm.tsx'

const form = (props: Partial<LoginFormProps> = {}) => (
  <LoginForm
    offers={{ distAvailable: false, distDefault: false, sso: null, signedIn: false, locked: null }}
    keepsPlace={false}
    login=""
    isDist={false}
    onDist={vi.fn()}
    block={null}
    refusal={null}
    onStep={vi.fn()}
    notice={null}
    {...props}
  />
)

const login = page.getByRole('textbox', { name: authTexts.login })
/** The label also holds the mark of a required field. */
const password = page.getByLabelText(new RegExp(`^${authTexts.password}`))

/** Makes the server refuse the first step. */
const refuse = (status: number, code: string, message: string) =>
  vi.spyOn(window, 'fetch').mockResolvedValue(Response.json({ code, message }, { status }))

async function signIn(): Promise<void> {
  await userEvent.fill(login, 'camille')
  await userEvent.fill(password, 'not the password')
  await page.getByRole('button', { name: authTexts.submit }).click()
}

afterEach(() => vi.restoreAllMocks())

describe('a failed sign-in', () => {
  it('is said at the password until it is typed again, and the login stays [SIGN-17]', async () => {
    refuse(401, 'SIGN_IN_FAILED', authTexts.failed)
    await show(form())
    await signIn()
    await expect.element(password).toHaveFocus()
    await expect.element(password).toBeInvalid()
    await expect.element(password).toHaveAccessibleDescription(authTexts.failed)
    await expect.element(password).toHaveValue('')
    await expect.element(login).toHaveValue('camille')
    await expectAccessible()
    await userEvent.fill(password, 'another one')
    await expect.element(password).toBeValid()
  })

  it('says at the password that it has to be changed in the directory first', async () => {
    refuse(409, 'DIRECTORY_PASSWORD_EXPIRED', errorTexts.DIRECTORY_PASSWORD_EXPIRED)
    await show(form({ isDist: true }))
    await signIn()
    await expect.element(password).toHaveAccessibleDescription(errorTexts.DIRECTORY_PASSWORD_EXPIRED)
    await expect.element(password).toHaveValue('')
    await expectAccessible()
  })

  it('keeps the password where the server did not refuse it', async () => {
    refuse(429, 'TOO_MANY_TRIES', 'Trop de tentatives')
    await show(form())
    await signIn()
    await expect.element(page.getByRole('group', { name: 'Trop de tentatives' })).toBeVisible()
    await expect.element(password).toHaveValue('not the password')
    await expect.element(password).toBeValid()
  })

  it('at the second factor is said at the password too [SIGN-32]', async () => {
    await show(form({ login: 'camille', refusal: authTexts.factorFailed }))
    await expect.element(password).toHaveFocus()
    await expect.element(password).toBeInvalid()
    await expect.element(password).toHaveAccessibleDescription(authTexts.factorFailed)
    await expect.element(login).toHaveValue('camille')
  })
})
