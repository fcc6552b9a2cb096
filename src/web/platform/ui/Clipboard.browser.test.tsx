import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { clipboardTexts } from '#texts/platform/clipboard.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { clearCopied, ClipboardProvider, useCopy, type ClearedBy } from './Clipboard.tsx'
import { UiProvider } from './UiProvider.tsx'

const writeText = vi.spyOn(navigator.clipboard, 'writeText')
const write = vi.spyOn(navigator.clipboard, 'write')
const readText = vi.spyOn(navigator.clipboard, 'readText')
const read = vi.spyOn(navigator.clipboard, 'read')
const query = vi.spyOn(navigator.permissions, 'query')
const toasts = page.getByRole('region', { name: uiTexts.notifications })
const said = (text: string) => toasts.getByText(text, { exact: true })

/** What the browser says about a write without a gesture. */
let mayWrite: PermissionState = 'prompt'
let outcome: ClearedBy | false | Error | undefined

beforeEach(() => {
  vi.resetAllMocks()
  sessionStorage.clear()
  mayWrite = 'prompt'
  outcome = undefined
  writeText.mockResolvedValue()
  write.mockImplementation(async (items) => {
    for (const item of items) await item.getType('text/plain')
  })
  query.mockImplementation(async () => ({ state: mayWrite }) as PermissionStatus)
})
afterEach(async () => {
  // Reading would ask the user, or read what another application copied.
  expect([readText.mock.calls, read.mock.calls]).toEqual([[], []])
  expect(query.mock.calls.flat().filter(({ name }) => String(name) !== 'clipboard-write')).toEqual([])
  vi.useRealTimers()
  writeText.mockResolvedValue()
  mayWrite = 'granted'
  await clearCopied()
})

function Copier({ source, clearAfter }: { source: () => string | Promise<string>; clearAfter?: number }) {
  const copy = useCopy()
  const press = () =>
    void copy(source, { clearAfter }).then(
      (done) => (outcome = done),
      (error: Error) => (outcome = error),
    )
  return <button onClick={press}>Copier</button>
}
const show = (source: () => string | Promise<string>, clearAfter?: number) =>
  render(<Copier source={source} {...(clearAfter !== undefined && { clearAfter })} />, {
    wrapper: UiProvider,
  })
const press = () => page.getByRole('button', { name: 'Copier', exact: true }).click()
/** Copies the selection. @returns when the copied secret is to be cleared */
const storedAfterCopy = () => userEvent.copy().then(() => sessionStorage.getItem('copied'))
const settled = () => expect.poll(() => outcome).not.toBeUndefined()

/** Shows elements of the page until the test ends. */
function add(...parts: Element[]) {
  const part = document.createElement('div')
  part.append(...parts)
  document.body.append(part)
  onTestFinished(() => part.remove())
  return part
}
const paragraph = (text: string, isSecret = false) => {
  const part = document.createElement('p')
  part.textContent = text
  if (isSecret) part.dataset.secret = ''
  return part
}
/** Shows a text of the page and selects it. */
const select = (isSecret = false) =>
  document.getSelection()?.selectAllChildren(add(paragraph('texte', isSecret)))

// First in this file: what follows copies has not been loaded yet.
it('follows copies by hand from the first moment of the page', async () => {
  vi.spyOn(window, 'requestIdleCallback').mockReturnValue(0)
  await show(() => 's3cret', 300_000)
  sessionStorage.setItem('copied', String(Date.now() + 300_000))
  select()
  await userEvent.copy()
  await expect.poll(() => sessionStorage.getItem('copied')).toBeNull()
})

it('hands a text that must be fetched to the browser inside the gesture, before it is there', async () => {
  const fetched = Promise.withResolvers<string>()
  const source = vi.fn(() => fetched.promise)
  let wasActive = false
  write.mockImplementation(async (items) => {
    wasActive = navigator.userActivation.isActive
    expect(outcome).toBeUndefined()
    expect(await (await items[0]?.getType('text/plain'))?.text()).toBe('s3cret')
  })
  await show(source)
  await press()
  expect(write).toHaveBeenCalledTimes(1)
  expect(wasActive).toBe(true)
  fetched.resolve('s3cret')
  await settled()
  expect(outcome).toBe('never')
  expect(source).toHaveBeenCalledTimes(1)
})

it('reads once also when the browser refuses, and tells it from a reading that failed', async () => {
  write.mockRejectedValue(new DOMException('refused', 'NotAllowedError'))
  const source = vi.fn(async () => 's3cret')
  const { rerender } = await show(source)
  await press()
  await settled()
  expect(outcome).toBe(false)
  expect(source).toHaveBeenCalledTimes(1)

  outcome = undefined
  const failing = vi.fn(() => Promise.reject(new Error('gone')))
  await rerender(<Copier source={failing} />)
  await press()
  await settled()
  expect(outcome).toEqual(new Error('gone'))
  expect(failing).toHaveBeenCalledTimes(1)
})

it('clears by a timer where that needs no question', async () => {
  mayWrite = 'granted'
  await show(() => 's3cret', 1)
  await press()
  await settled()
  expect(outcome).toBe('timer')
  await expect.element(said(clipboardTexts.cleared)).toBeVisible()
  expect(writeText.mock.calls).toEqual([['s3cret'], ['']])
  expect(query).toHaveBeenCalledWith({ name: 'clipboard-write', allowWithoutGesture: true })
})

it.each(['prompt', 'denied', 'unknown'] as const)(
  'with the permission %s it clears at the next key after the time, and asks for one',
  async (state) => {
    if (state === 'unknown') query.mockRejectedValue(new TypeError('not a permission'))
    else mayWrite = state
    vi.spyOn(navigator, 'userActivation', 'get').mockReturnValue({ isActive: false, hasBeenActive: true })
    await show(() => 's3cret', 1)
    await press()
    await settled()
    expect(outcome).toBe('gesture')
    await expect.element(said(clipboardTexts.due)).toBeVisible()
    expect(writeText.mock.calls).toEqual([['s3cret']])
    vi.spyOn(navigator, 'userActivation', 'get').mockReturnValue({ isActive: true, hasBeenActive: true })
    await userEvent.keyboard('x')
    await expect.element(said(clipboardTexts.cleared)).toBeVisible()
    await expect.element(said(clipboardTexts.due)).not.toBeInTheDocument()
    await userEvent.keyboard('x')
    expect(writeText.mock.calls).toEqual([['s3cret'], ['']])
    expect(sessionStorage.getItem('copied')).toBeNull()
  },
)

it('leaves what was copied elsewhere until it is pasted: keys and presses in a field clear nothing', async () => {
  vi.spyOn(navigator, 'userActivation', 'get').mockReturnValue({ isActive: false, hasBeenActive: true })
  await show(() => 's3cret', 1)
  await press()
  await expect.element(said(clipboardTexts.due)).toBeVisible()
  vi.spyOn(navigator, 'userActivation', 'get').mockReturnValue({ isActive: true, hasBeenActive: true })
  const field = document.createElement('input')
  document.body.append(field)
  field.click()
  field.focus()
  await userEvent.keyboard('x{Control>}v{/Control}')
  field.blur()
  await userEvent.keyboard('{Shift}{Control>}v{/Control}')
  field.remove()
  expect(writeText.mock.calls).toEqual([['s3cret']])
  await userEvent.keyboard('x')
  await expect.element(said(clipboardTexts.cleared)).toBeVisible()
  expect(writeText.mock.calls).toEqual([['s3cret'], ['']])
})

it('says that it could not be cleared, and tries again at the next key', async () => {
  vi.spyOn(navigator, 'userActivation', 'get').mockReturnValue({ isActive: true, hasBeenActive: true })
  writeText.mockImplementation((text) => (text === '' ? Promise.reject(new Error()) : Promise.resolve()))
  await show(() => 's3cret', 1)
  await press()
  await expect.element(said(clipboardTexts.refused)).toBeVisible()
  writeText.mockResolvedValue()
  await userEvent.keyboard('x')
  await expect.element(said(clipboardTexts.cleared)).toBeVisible()
})

it('leaves another copy in the clipboard', async () => {
  mayWrite = 'granted'
  const { rerender } = await show(() => 's3cret', 300_000)
  await press()
  await settled()
  await expect.poll(() => sessionStorage.getItem('copied')).not.toBeNull()
  outcome = undefined
  await rerender(<Copier source={() => 'jdupond'} />)
  await press()
  await settled()
  await expect.poll(() => sessionStorage.getItem('copied')).toBeNull()
  await clearCopied()
  expect(writeText.mock.calls).toEqual([['s3cret'], ['jdupond']])
})

it('keeps its time when a copy was refused: the secret is still in the clipboard', async () => {
  mayWrite = 'granted'
  const { rerender } = await show(() => 's3cret', 300_000)
  await press()
  await settled()
  await expect.poll(() => sessionStorage.getItem('copied')).not.toBeNull()
  writeText.mockRejectedValueOnce(new Error('denied'))
  outcome = undefined
  await rerender(<Copier source={() => 'jdupond'} />)
  await press()
  await settled()
  expect(outcome).toBe(false)
  const lastWritten = async () => {
    await clearCopied()
    return writeText.mock.lastCall
  }
  await expect.poll(lastWritten).toEqual([''])
})

it('clears what the document before could not', async () => {
  vi.spyOn(navigator, 'userActivation', 'get').mockReturnValue({ isActive: true, hasBeenActive: true })
  sessionStorage.setItem('copied', String(Date.now() - 1000))
  await show(() => 's3cret')
  await expect.element(said(clipboardTexts.cleared)).toBeVisible()
  expect(writeText.mock.calls).toEqual([['']])
})

it('clears nothing for a tab that is restored later: something else may have been copied', async () => {
  vi.spyOn(navigator, 'userActivation', 'get').mockReturnValue({ isActive: true, hasBeenActive: true })
  sessionStorage.setItem('copied', String(Date.now() - 6 * 60_000))
  await show(() => 's3cret')
  await expect.poll(() => sessionStorage.getItem('copied')).toBeNull()
  await userEvent.keyboard('x')
  expect(writeText.mock.calls).toEqual([])
})

/** What the page says to the other tabs, such as duplicates of it, which have the same copy to clear. */
function otherTab() {
  const channel = new BroadcastChannel('trousseau-clipboard')
  onTestFinished(() => channel.close())
  const heard = vi.fn()
  channel.onmessage = heard
  return { heard, say: () => channel.postMessage(null) }
}

it('leaves a copy that another tab has cleared or replaced, without a word', async () => {
  vi.spyOn(navigator, 'userActivation', 'get').mockReturnValue({ isActive: false, hasBeenActive: true })
  const { say } = otherTab()
  await show(() => 's3cret', 1)
  await press()
  await expect.element(said(clipboardTexts.due)).toBeVisible()
  say()
  await expect.element(said(clipboardTexts.due)).not.toBeInTheDocument()
  expect(sessionStorage.getItem('copied')).toBeNull()
  vi.spyOn(navigator, 'userActivation', 'get').mockReturnValue({ isActive: true, hasBeenActive: true })
  await userEvent.keyboard('x')
  expect(writeText.mock.calls).toEqual([['s3cret']])
})

it('tells the other tabs when it copies and when it clears', async () => {
  mayWrite = 'granted'
  const { heard } = otherTab()
  await show(() => 's3cret', 1)
  await press()
  await expect.element(said(clipboardTexts.cleared)).toBeVisible()
  await expect.poll(() => heard).toHaveBeenCalledTimes(2)
})

it('does not clear by the mere return to the page, where the browser would allow it', async () => {
  mayWrite = 'granted'
  vi.spyOn(navigator, 'userActivation', 'get').mockReturnValue({ isActive: false, hasBeenActive: true })
  const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  const listen = vi.spyOn(window, 'addEventListener')
  await show(() => 's3cret', 1)
  await press()
  await expect.poll(() => listen.mock.calls.map(([name]) => name)).toContain('focus')
  hasFocus.mockReturnValue(true)
  window.dispatchEvent(new Event('focus'))
  await expect.element(said(clipboardTexts.due)).toBeVisible()
  expect(writeText.mock.calls).toEqual([['s3cret']])
  await userEvent.keyboard('x')
  await expect.element(said(clipboardTexts.cleared)).toBeVisible()
  expect(writeText.mock.calls).toEqual([['s3cret'], ['']])
})

it('clears nothing once something else was copied by hand, nor at the keys that copy it', async () => {
  vi.spyOn(navigator, 'userActivation', 'get').mockReturnValue({ isActive: false, hasBeenActive: true })
  await show(() => 's3cret', 1)
  await press()
  await expect.element(said(clipboardTexts.due)).toBeVisible()
  vi.spyOn(navigator, 'userActivation', 'get').mockReturnValue({ isActive: true, hasBeenActive: true })
  select()
  await expect.poll(storedAfterCopy).toBeNull()
  await expect.element(said(clipboardTexts.due)).not.toBeInTheDocument()
  await userEvent.keyboard('x')
  expect(writeText.mock.calls).toEqual([['s3cret']])
})

it('clears a secret that is copied by hand as one of a button, and postpones what was to be cleared', async () => {
  await show(() => 's3cret', 300_000)
  await press()
  await settled()
  const left = () => Number(sessionStorage.getItem('copied')) - Date.now()
  expect(left()).toBeGreaterThan(200_000)
  select(true)
  const leftAfterCopy = () => userEvent.copy().then(left)
  await expect.poll(leftAfterCopy).toBeLessThanOrEqual(45_000)
  expect(left()).toBeGreaterThan(0)
  await expect.element(said(uiTexts.clearedBy.gesture(45))).toBeVisible()
})

it('takes no copy for one that the page has prevented, as of a masked secret', async () => {
  await show(() => 's3cret', 300_000)
  await press()
  await settled()
  const first = sessionStorage.getItem('copied')
  select(true)
  await expect.poll(storedAfterCopy).not.toBe(first)
  const second = sessionStorage.getItem('copied')
  select()
  const event = new ClipboardEvent('copy', { bubbles: true, cancelable: true })
  event.preventDefault()
  document.body.dispatchEvent(event)
  expect(sessionStorage.getItem('copied')).toBe(second)
})

it('clears a secret that stands within what is selected, and nothing when the selection ends before it', async () => {
  await show(() => 's3cret', 300_000)
  await press()
  await settled()
  const left = () => Number(sessionStorage.getItem('copied')) - Date.now()
  expect(left()).toBeGreaterThan(200_000)
  const part = add(paragraph('avant'), paragraph('s3cret', true), paragraph('après'))
  document.getSelection()?.selectAllChildren(part)
  const leftAfterCopy = () => userEvent.copy().then(left)
  await expect.poll(leftAfterCopy).toBeLessThanOrEqual(45_000)
  expect(left()).toBeGreaterThan(0)
  await expect.element(said(uiTexts.clearedBy.gesture(45))).toBeVisible()
  // As a triple click on the line before the secret selects.
  document.getSelection()?.setBaseAndExtent(part.children[0] ?? part, 0, part.children[1] ?? part, 0)
  await userEvent.copy()
  expect(sessionStorage.getItem('copied')).toBeNull()
})

it('keeps its time at a copy or a cut that takes nothing, as of an icon alone', async () => {
  await show(() => 's3cret', 300_000)
  await press()
  await settled()
  select(true)
  await userEvent.copy()
  await expect.element(said(uiTexts.clearedBy.gesture(45))).toBeVisible()
  const kept = sessionStorage.getItem('copied')
  expect(kept).not.toBeNull()
  const part = add(document.createElementNS('http://www.w3.org/2000/svg', 'svg'))
  document.getSelection()?.selectAllChildren(part)
  expect(document.getSelection()?.isCollapsed).toBe(false)
  part.dispatchEvent(new ClipboardEvent('copy', { bubbles: true, cancelable: true }))
  expect(sessionStorage.getItem('copied')).toBe(kept)
  // As Ctrl+X on a text of the page.
  select()
  await userEvent.cut()
  expect(sessionStorage.getItem('copied')).toBe(kept)
  const field = document.createElement('input')
  field.value = 'texte'
  add(field)
  field.readOnly = true
  field.select()
  await userEvent.cut()
  expect(sessionStorage.getItem('copied')).toBe(kept)
  field.readOnly = false
  await userEvent.cut()
  expect(field.value).toBe('')
  expect(sessionStorage.getItem('copied')).toBeNull()
})

it('tells the other tabs of a copy by hand also in a page that clears nothing', async () => {
  const { heard } = otherTab()
  await render(
    <ClipboardProvider>
      <p />
    </ClipboardProvider>,
  )
  select(true)
  await userEvent.copy()
  await expect.poll(() => heard).toHaveBeenCalledTimes(1)
  expect(sessionStorage.getItem('copied')).toBeNull()
})
