import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '#web/testing/show.tsx'
import { useLockKey } from './shortcuts.ts'

function Page({ onLock }: { onLock: () => void }) {
  useLockKey(onLock)
  return <input aria-label="Champ" />
}

it('the key of the lock works while typing; AltGr and other keys do not lock', async () => {
  const onLock = vi.fn()
  await show(<Page onLock={onLock} />)
  const field = document.querySelector('input') as HTMLInputElement
  field.focus()
  await userEvent.keyboard('l{Control>}l{/Control}{Alt>}l{/Alt}')
  const press = (init: KeyboardEventInit) =>
    field.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyL', bubbles: true, ...init }))
  press({ key: 'ł', ctrlKey: true, altKey: true, modifierAltGraph: true })
  expect(onLock).not.toHaveBeenCalled()
  await userEvent.keyboard('{Control>}{Alt>}l{/Alt}{/Control}')
  expect(onLock).toHaveBeenCalledTimes(1)
  // Option changes what the key types on a Mac.
  press({ key: '¬', ctrlKey: true, altKey: true })
  expect(onLock).toHaveBeenCalledTimes(2)
})
