import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { generatorLimits } from '#domain/platform/limits.ts'
import { generatorClasses } from '#domain/platform/password-generator.ts'
import { categories, categoryKeys } from '#domain/platform/categories.ts'
import { categoryTexts } from '#texts/platform/categories.ts'
import { generatorTexts } from '#texts/platform/rating-details.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { answerCalls, type Sent } from '#web/testing/calls.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { CreateItemDialog } from './CreateItemDialog.tsx'

const texts = itemTexts.proposal
let sent: Sent[] = []
const onCreated = vi.fn()
const onClose = vi.fn()

beforeEach(() => {
  vi.clearAllMocks()
  sent = answerCalls(({ path }) => {
    if (path === '/api/category/')
      return [200, categoryKeys.map((key) => ({ id: categories[key].id, name: categoryTexts[key] }))]
    if (path === '/api/tool/password') return [200, 'Tire-du-serveur.42!!']
    return [201, { id: 7, message: itemTexts.created }]
  })
})

const open = () =>
  show(
    <QueryClientProvider client={new QueryClient()}>
      <CreateItemDialog chestId={1} folderId={null} onCreated={onCreated} onClose={onClose} />
    </QueryClientProvider>,
  )
const field = (name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}`) })
const password = () => field(itemTexts.fields.password)
const valueOf = () => (password().element() as HTMLInputElement).value
const button = (name: string) => page.getByRole('button', { name, exact: true })
const creations = () => sent.filter(({ path }) => path === '/api/item/')

async function choose(category: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(itemTexts.fields.category) }).click()
  await page.getByRole('option', { name: category, exact: true }).click()
}

describe('the form of a new item', () => {
  it('proposes a password, masked and neutral, that no call has asked for', async () => {
    await open()
    const proposed = valueOf()
    expect(proposed).toHaveLength(generatorLimits.default)
    for (const members of Object.values(generatorClasses))
      expect(proposed.split('').some((character) => members.includes(character))).toBe(true)
    expect(getComputedStyle(password().element()).getPropertyValue('-webkit-text-security')).toBe('disc')
    await expect.element(password()).toHaveAccessibleDescription(texts.hint)
    expect(password().element().closest('[class*=valid]')).toBeNull()
    expect(sent.map(({ path }) => path)).toEqual(['/api/category/'])
    await expectAccessible()
  })

  it('creates the item with the proposal on Enter', async () => {
    await open()
    const proposed = valueOf()
    await userEvent.keyboard('Agenda{Enter}')
    await expect.poll(() => onCreated).toHaveBeenCalledWith(7)
    expect(creations()).toMatchObject([{ body: { name: 'Agenda', password: proposed } }])
    expect(sent.some(({ path }) => path === '/api/tool/password')).toBe(false)
  })

  it('replaces the proposal by what is typed, wherever the field is pressed', async () => {
    await open()
    const proposed = valueOf()
    await password().click()
    await password().click()
    await userEvent.keyboard('tambour-lune.27')
    expect(valueOf()).toBe('tambour-lune.27')
    await expect.element(password()).not.toHaveAccessibleDescription(texts.hint)
    await field(itemTexts.fields.name).fill('Agenda')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => onCreated).toHaveBeenCalled()
    // The dropped proposal was sent nowhere, and is stored nowhere.
    expect(JSON.stringify([sent, localStorage, sessionStorage])).not.toContain(proposed)
  })

  it('edits a proposal in place once it is revealed', async () => {
    await open()
    const proposed = valueOf()
    await button(uiTexts.reveal).click()
    await password().click()
    await userEvent.keyboard('{End}x')
    expect(valueOf()).toBe(`${proposed}x`)
  })

  it('proposes another one on request, also after the field was emptied', async () => {
    await open()
    const first = valueOf()
    await button(texts.another).click()
    const second = valueOf()
    expect(second).toHaveLength(first.length)
    expect(second).not.toBe(first)
    await password().fill('')
    await button(texts.propose).click()
    expect(valueOf()).toHaveLength(first.length)
    await expect.element(password()).toHaveAccessibleDescription(texts.hint)
  })

  it('proposes none for the category OTP, and keeps what was typed there [ITEM-05]', async () => {
    await open()
    await choose(categoryTexts.otp)
    expect(valueOf()).toBe('')
    await choose(categoryTexts.application)
    expect(valueOf()).toHaveLength(generatorLimits.default)
    await password().fill('facultatif ici')
    await choose(categoryTexts.otp)
    expect(valueOf()).toBe('facultatif ici')
    await choose(categoryTexts.application)
    expect(valueOf()).toBe('facultatif ici')
  })

  it('proposes none for a card, whose creation needs none [ITEM-06]', async () => {
    await open()
    await field(itemTexts.fields.name).fill('Carte')
    await choose(categoryTexts.bankCard)
    expect(valueOf()).toBe('')
    await expect.element(page.getByText(`${itemTexts.fields.password} *`)).not.toBeInTheDocument()
    await field(itemTexts.fields.name).click()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => onCreated).toHaveBeenCalledWith(7)
    expect(creations()).toMatchObject([{ body: { name: 'Carte', password: '' } }])
  })

  it('closes without a question while only a password was proposed', async () => {
    await open()
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalled()
  })

  it('takes over a password of the generator by Enter, and creates by the next one [GENR-08]', async () => {
    await open()
    await field(itemTexts.fields.name).fill('Agenda')
    await button(texts.settings).click()
    const use = button(generatorTexts.use)
    await expect.element(use).toHaveFocus()
    await expect.element(use).not.toHaveAttribute('data-pending')
    await userEvent.keyboard('{Enter}')
    await expect.element(password()).toHaveFocus()
    expect(valueOf()).toBe('Tire-du-serveur.42!!')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => onCreated).toHaveBeenCalledWith(7)
    expect(creations()).toHaveLength(1)
  })
})
