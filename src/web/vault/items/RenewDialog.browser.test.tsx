import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { generatorLimits } from '#domain/platform/limits.ts'
import { historyActionOf } from '#domain/vault/history.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { changedFieldTexts, contentTexts, itemTexts, panelTexts } from '#texts/vault/contents.ts'
import { answerCalls, type Sent } from '#web/testing/calls.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { RenewDialog } from './RenewDialog.tsx'

const texts = itemTexts.renewal
const old = 'Ancien-mot.42'
const onChanged = vi.fn(() => Promise.resolve())
const onClose = vi.fn()
const writeText = vi.spyOn(navigator.clipboard, 'writeText')
const write = vi.spyOn(navigator.clipboard, 'write')
/** What the clipboard got, in its order. */
let taken: string[] = []
let sent: Sent[] = []
/** What another user has saved since the dialog opened. */
let changedField: string | null = null

const item = () => ({
  id: 5,
  name: 'Portail',
  login: 'accueil',
  chest_id: 1,
  revision: changedField === null ? 3 : 4,
  password: true,
  history: [
    ...(changedField === null
      ? []
      : [entry(historyActionOf.change, changedField, '2026-11-25T09:00:00Z', 'Paul Roux')]),
    entry(historyActionOf.creation, null, '2026-11-01T09:00:00Z', 'Zoé Petit'),
  ],
})
const entry = (action: string, paramName: string | null, createdAt: string, user: string) => ({
  action,
  paramName,
  createdAt,
  user,
})

beforeEach(() => {
  vi.clearAllMocks()
  taken = []
  writeText.mockImplementation(async (text) => void taken.push(text))
  write.mockImplementation(async ([item]) => {
    const text = await item?.getType('text/plain')
    taken.push((await text?.text()) ?? '')
  })
  changedField = null
  sent = answerCalls(({ method, path, body }) => {
    if (path.endsWith('/copy')) return [200, old]
    if (path.endsWith('/spy')) return [200, { message: contentTexts.noted }]
    if (method === 'GET') return [200, item()]
    return (body as { revision: number }).revision === item().revision
      ? [200, { message: changedFieldTexts.password, revision: 5 }]
      : [409, { code: 'EDIT_CONFLICT', message: '', details: item() }]
  })
})

async function open(): Promise<void> {
  await show(
    <QueryClientProvider client={new QueryClient()}>
      <RenewDialog
        chestId={1}
        item={{ id: 5, name: 'Portail' }}
        from="explorer"
        onChanged={onChanged}
        onClose={onClose}
      />
    </QueryClientProvider>,
  )
  await expect.element(next()).toHaveFocus()
}
const next = () => page.getByRole('textbox', { name: new RegExp(`^${texts.next}`) })
const proposed = () => (next().element() as HTMLInputElement).value
const button = (name: string) => page.getByRole('button', { name, exact: true })
const saves = () => sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
const copied = () => taken

describe('the renewal of a password', () => {
  it('copies the current one, then saves and copies the proposed one, in two presses', async () => {
    await open()
    await expectAccessible()
    const value = proposed()
    expect(value).toHaveLength(generatorLimits.default)
    await button(texts.copyCurrent).click()
    await expect.poll(copied).toEqual([old])
    await expect
      .poll(() => sent)
      .toContainEqual({
        method: 'POST',
        path: '/api/system/spy',
        body: { action: 'copy_password', type: 'explorer', source: 'web' },
      })
    expect(saves()).toEqual([])
    await button(texts.submit).click()
    await expect.poll(() => onClose).toHaveBeenCalled()
    expect(saves()).toEqual([{ elementType: 'password', elementValue: value, revision: 3 }])
    expect(copied()).toEqual([old, value])
    expect(onChanged).toHaveBeenCalled()
  })

  it('copies nothing that was not saved', async () => {
    await open()
    sent = answerCalls(() => [500, { code: 'INTERNAL', message: 'Erreur interne' }])
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Erreur interne')).toBeVisible()
    expect(copied()).toEqual([])
    expect(onClose).not.toHaveBeenCalled()
  })

  it('asks before it drops a new password that was copied', async () => {
    await open()
    await button(texts.copyNext).click()
    await expect.poll(copied).toEqual([proposed()])
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('alertdialog', { name: uiTexts.discard.title })).toBeVisible()
    expect(onClose).not.toHaveBeenCalled()
  })

  it('saves over a change of another field', async () => {
    await open()
    changedField = 'login'
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => onClose).toHaveBeenCalled()
    expect(saves()).toMatchObject([{ revision: 3 }, { revision: 4 }])
  })

  it('lets the user choose when somebody else has changed the password', async () => {
    await open()
    const value = proposed()
    changedField = 'password'
    await userEvent.keyboard('{Enter}')
    await expect
      .element(page.getByText(panelTexts.conflict.title('Paul Roux'), { exact: false }))
      .toBeVisible()
    expect(copied()).toEqual([])
    await expect.element(button(texts.submit)).toBeDisabled()
    await expectAccessible()
    await button(panelTexts.conflict.keepMine).click()
    await expect.poll(() => onClose).toHaveBeenCalled()
    expect(saves()).toHaveLength(2)
    expect(copied()).toEqual([value])
  })
})
