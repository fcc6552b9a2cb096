import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { reopeningTexts as texts } from '#texts/identity/reopening.ts'
import { authTexts } from '#texts/identity/sign-in.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { Reopening, type ReopeningProps } from './Reopening.tsx'

const form = (props: Partial<ReopeningProps> = {}) => (
  <Reopening login="camille" name="Camille Dupré" means={['password']} onOver={vi.fn()} {...props} />
)
/** The label also holds the mark of a required field. */
const password = page.getByLabelText(new RegExp(`^${authTexts.password}`))
const passkey = page.getByRole('button', { name: texts.passkey })

/** Answers the calls of the page by their path. */
const answer = (replies: Record<string, [number, object]>) =>
  vi.spyOn(window, 'fetch').mockImplementation(async (address) => {
    const [status, body] = replies[address as string] ?? [500, {}]
    return Response.json(body, { status })
  })
const offers = { distAvailable: false, distDefault: false, sso: null, signedIn: false, locked: null }

afterEach(() => vi.restoreAllMocks())

it('without a password the passkey is the first way, and has the focus', async () => {
  await show(form({ means: ['passkey'] }))
  await expect.element(passkey).toHaveFocus()
  await expect.element(password).not.toBeInTheDocument()
  await expectAccessible()
})

it('with both, the password is the first way', async () => {
  await show(form({ means: ['password', 'passkey'] }))
  await expect.element(password).toHaveFocus()
  await expect.element(passkey).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(authTexts.title)
  await expectAccessible()
})

it('a session that is over leads to the login form, with its login', async () => {
  answer({
    '/api/auth/reopen': [401, { code: 'SESSION_EXPIRED', message: authTexts.sessionExpired }],
    '/api/auth/options': [200, offers],
  })
  const onOver = vi.fn()
  await show(form({ onOver }))
  await userEvent.fill(password, 'the password')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onOver).toHaveBeenCalledWith({ login: 'camille', block: null })
  await expect.element(page.getByRole('group', { name: authTexts.sessionExpired })).toBeVisible()
})

it('another failure keeps what was typed', async () => {
  answer({ '/api/auth/reopen': [429, { code: 'SERVER_BUSY', message: 'Le serveur est occupé' }] })
  await show(form())
  await userEvent.fill(password, 'the password')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('group', { name: 'Le serveur est occupé' })).toBeVisible()
  await expect.element(password).toHaveValue('the password')
})
