import { useState, type ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uiTexts } from '#texts/platform/ui.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { show } from '#web/testing/show.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { lazyDialog } from './lazyDialog.tsx'

const Late = lazyDialog(async () => (props: { onClose: () => void }) => (
  <Dialog title="Partager" isOpen onClose={props.onClose}>
    <p>Un message.</p>
  </Dialog>
))

function Opener(): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>Ouvrir</Button>
      {isOpen && <Late onClose={() => setOpen(false)} />}
    </>
  )
}

const live = () => Promise.resolve(Response.json({ data: { status: 'live' } }))
afterEach(() => vi.restoreAllMocks())

it('a dialog that is pressed before its code is loaded can be tried again, then opens without a wait', async () => {
  const fetched = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  await show(<Opener />)
  await userEvent.click(page.getByRole('button', { name: 'Ouvrir' }))
  const failure = page.getByRole('alertdialog', { name: shellTexts.notLoaded.title })
  await expect.element(failure).toBeVisible()

  fetched.mockImplementation(live)
  // Runs in the page: until the frame in which the dialog stands.
  const opened = new Promise<number>((resolve) => {
    document.addEventListener(
      'click',
      () => {
        const start = performance.now()
        const look = () => {
          if (document.querySelector('[role="dialog"]') !== null) resolve(performance.now() - start)
          else requestAnimationFrame(look)
        }
        look()
      },
      { capture: true, once: true },
    )
  })
  await userEvent.click(failure.getByRole('button', { name: uiTexts.retry }))
  await expect.element(page.getByRole('dialog', { name: 'Partager' })).toBeVisible()
  // What React suspends is shown 300 ms later at the earliest.
  expect(await opened).toBeLessThan(250)
})
