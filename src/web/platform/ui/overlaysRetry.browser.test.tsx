import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uiTexts } from '#texts/platform/ui.ts'
import { show } from '#web/testing/show.tsx'
import { MenuButton } from './Menu.tsx'
import { requireBeforeOverlays, useOverlays } from './overlays.ts'

const Warning = () => (useOverlays(true) === null ? null : <p>Déconnexion</p>)

it('menus and the warning try again after their code failed to load', async () => {
  const check = vi.fn(() => Promise.reject(new Error('away')))
  requireBeforeOverlays(check)
  const { rerender } = await show(<MenuButton label="Aide" entries={[{ id: 'one', label: 'Un' }]} />)
  await userEvent.click(page.getByRole('button', { name: 'Aide' }))
  await expect.element(page.getByText(uiTexts.notLoaded).first()).toBeVisible()
  expect(check).toHaveBeenCalledTimes(1)

  await rerender(<Warning />)
  await expect.poll(() => check).toHaveBeenCalledTimes(2)
  expect(page.getByText('Déconnexion').elements()).toEqual([])
  requireBeforeOverlays(() => Promise.resolve())
  await expect.element(page.getByText('Déconnexion')).toBeVisible()

  await rerender(<MenuButton label="Aide" entries={[{ id: 'one', label: 'Un' }]} />)
  await userEvent.click(page.getByRole('button', { name: 'Aide' }))
  await expect.element(page.getByRole('menuitem', { name: 'Un' })).toBeVisible()
})
