import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { encodeNota, type NotaContent } from '#domain/vault/nota-content.ts'
import { sealNota } from '#domain/vault/nota-seal.ts'
import { notaPageTexts } from '#texts/vault/nota.ts'
import { answerCalls } from '#web/testing/calls.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { NotaPage } from './NotaPage.tsx'
import type { Sender } from './useNota.ts'

const writeText = vi.spyOn(navigator.clipboard, 'writeText')
const { href } = window.location
beforeEach(() => {
  writeText.mockReset().mockResolvedValue()
})
// The page drops the key from its address.
afterEach(() => window.history.replaceState(null, '', href))

/** Opens the page of a message that waits. */
async function arrive(message: string, sender: Sender): Promise<void> {
  const { sealed, key } = await sealNota(message)
  answerCalls(({ method }) => [
    200,
    method === 'GET' ? { expiresAt: '2026-11-26T09:00:00Z', sender } : { sealed },
  ])
  await show(<NotaPage link={{ id: 'x'.repeat(22), key }} />)
}
const reveal = () => page.getByRole('button', { name: notaPageTexts.reveal }).click()
const shown = () => page.getByRole('region', { name: notaPageTexts.shownLabel })
const copied = () => writeText.mock.calls.map(([text]) => text)
const nobody = { name: null, organisation: null }

const content: NotaContent = {
  fields: [
    { label: 'Identifiant', value: 'accueil', isSecret: false },
    { label: 'Mot de passe', value: 'Xk4! tambour ', isSecret: true },
  ],
  text: 'À changer lundi.',
}

describe('the page of a one-time message', () => {
  it('has a copy button for each field, and one for the whole message', async () => {
    await arrive(encodeNota(content), nobody)
    await reveal()
    await expect.element(shown()).toHaveFocus()
    await expectAccessible()
    for (const { label } of content.fields) {
      await page.getByRole('button', { name: notaPageTexts.copyField(label) }).click()
      await expect.element(page.getByText(notaPageTexts.copiedField(label))).toBeVisible()
    }
    await page.getByRole('button', { name: notaPageTexts.copy }).click()
    await expect
      .poll(copied)
      .toEqual([
        'accueil',
        'Xk4! tambour ',
        'Identifiant\u00a0: accueil\nMot de passe\u00a0: Xk4! tambour \n\nÀ changer lundi.',
      ])
  })

  it('shows a plain message as it is', async () => {
    await arrive('  Portail\u00a0: 4312\n', nobody)
    await reveal()
    await expect.element(shown()).toBeVisible()
    expect(shown().element().textContent).toBe('  Portail\u00a0: 4312\n')
  })

  it('names the sender as the server does, before and after the opening', async () => {
    const from = notaPageTexts.from('Zoé Petit, Ville de Saint-Aubin')
    await arrive(encodeNota(content), { name: 'Zoé Petit', organisation: 'Ville de Saint-Aubin' })
    await expect.element(page.getByText(from)).toBeVisible()
    await reveal()
    await expect.element(shown()).toBeVisible()
    await expect.element(page.getByText(from)).toBeVisible()
  })

  it('names the organisation alone for a sender who does not give their name', async () => {
    await arrive('x', { name: null, organisation: 'Ville de Saint-Aubin' })
    await expect.element(page.getByText(notaPageTexts.from('Ville de Saint-Aubin'))).toBeVisible()
  })

  it('names nobody for what the message says of itself', async () => {
    await arrive(notaPageTexts.from('la Direction'), nobody)
    await reveal()
    await expect.element(shown()).toBeVisible()
    const named = page.getByText(notaPageTexts.from('')).elements()
    expect(named.filter((one) => !shown().element().contains(one))).toEqual([])
  })
})
