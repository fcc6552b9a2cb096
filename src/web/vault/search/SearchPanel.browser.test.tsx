import { useState, type ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { officeTexts } from '#texts/platform/lists.ts'
import { searchTexts } from '#texts/vault/explorer.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { SearchPanel } from './SearchPanel.tsx'

const nothing = { chests: [], items: [], folders: [], incomplete: false }
const found = { ...nothing, chests: [{ id: 1, name: 'Hangar', description: '', guardian: false }] }
const onButtonGone = vi.fn()

function Panel({ bank }: { bank: { label: string } | null }): ReactNode {
  const [isNarrowed, setNarrowed] = useState(true)
  return (
    <SearchPanel
      text="hangar"
      isOpen
      isAwaited={false}
      onAwaited={vi.fn()}
      bank={bank}
      isNarrowed={isNarrowed}
      onNarrow={setNarrowed}
      listId="results"
      keysRef={null}
      iconOf={() => null}
      uses={noUses}
      onLeaveUses={ignore}
      onChoose={vi.fn()}
      onActive={ignore}
      onBusy={ignore}
      onButtonGone={onButtonGone}
    />
  )
}
const ignore = () => undefined
const noUses = { of: () => [], on: ignore }

/** The bodies of the searches. */
let asked: unknown[]
beforeEach(() => {
  asked = []
  vi.spyOn(window, 'fetch').mockImplementation((_address, request) => {
    const body = JSON.parse(request?.body as string) as { bank?: string }
    asked.push(body)
    return Promise.resolve(Response.json(body.bank === 'current' ? nothing : found))
  })
  return () => vi.restoreAllMocks()
})

describe('the results of the search', () => {
  it('are those of the current bank, and of every bank once its filter is removed [SRCH-15]', async () => {
    await show(<Panel bank={{ label: 'Port' }} />)
    await expect.element(page.getByText(searchTexts.none('hangar'))).toBeVisible()
    expect(asked).toEqual([{ search: 'hangar', type: '', bank: 'current' }])
    await expectAccessible()
    await page.getByRole('button', { name: officeTexts.dropBank('Port') }).click()
    await expect.element(page.getByRole('option', { name: /Hangar/ })).toBeVisible()
    expect(asked.slice(1)).toEqual([{ search: 'hangar', type: '' }])
    expect(onButtonGone).toHaveBeenCalled()
    await page.getByRole('button', { name: officeTexts.keepBank('Port') }).click()
    await expect.element(page.getByText(searchTexts.none('hangar'))).toBeVisible()
    await page.getByRole('button', { name: searchTexts.everyBank }).click()
    await expect.element(page.getByRole('option', { name: /Hangar/ })).toBeVisible()
  })

  it('are read whole where the reader widens the spaces of text', async () => {
    const name = 'Messagerie et agenda partagé des services techniques'
    vi.mocked(window.fetch).mockImplementation(() =>
      Promise.resolve(Response.json({ ...nothing, chests: [{ ...found.chests[0], name }] })),
    )
    await show(
      <div style={{ width: 480 }}>
        <Panel bank={null} />
      </div>,
    )
    const words = page.getByText(name, { exact: true })
    await expect.element(words).toBeVisible()
    const isCut = () => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = words.element()
      return scrollWidth > clientWidth || scrollHeight > clientHeight
    }
    expect(isCut()).toBe(false)
    const spaces = new CSSStyleSheet()
    spaces.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    )
    document.adoptedStyleSheets.push(spaces)
    await expect.poll(isCut).toBe(false)
    await expect.poll(() => words.element().getBoundingClientRect().height).toBeGreaterThan(40)
    document.adoptedStyleSheets.pop()
    await expect.poll(() => words.element().getBoundingClientRect().height).toBeLessThan(30)
  })

  it('are those of every chest while all banks are current', async () => {
    await show(<Panel bank={null} />)
    await expect.element(page.getByRole('option', { name: /Hangar/ })).toBeVisible()
    expect(asked).toEqual([{ search: 'hangar', type: '' }])
  })
})
