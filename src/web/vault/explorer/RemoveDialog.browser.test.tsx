import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import type { Element } from './rows.ts'

/** Shows the dialog over elements; the folder 7 holds so many items, in 5 folders. */
async function showDialog(elements: readonly Element[], items: number) {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  cache.setQueryData(['holds', 7], { holds: { items, folders: 5 } })
  const onConfirm = vi.fn(async () => undefined)
  await show(
    <QueryClientProvider client={cache}>
      <RemoveDialog elements={elements} onConfirm={onConfirm} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  return onConfirm
}

const folder: Element = { type: 'folder', id: 7, name: 'Sites', revision: 1 }
const item: Element = { type: 'item', id: 8, name: 'Accès', revision: 1 }
const submit = () => page.getByRole('button', { name: 'Supprimer' })
const field = () => page.getByRole('textbox', { name: /saisissez le nombre de mots de passe/ })

it('counts through folders, and asks for the number of more than 20 passwords', async () => {
  const onConfirm = await showDialog([folder, item], 24)
  await expect.element(page.getByText(/En tout\s: 25\smots de passe, 6\sdossiers\./)).toBeVisible()
  await expect.element(field()).toHaveFocus()
  await expect.element(submit()).toBeDisabled()
  await expectAccessible()
  await userEvent.keyboard('24{Enter}')
  expect(onConfirm).not.toHaveBeenCalled()
  await userEvent.fill(field(), '25')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onConfirm).toHaveBeenCalledOnce()
})

it('asks for the name of a folder that holds more than 20 passwords', async () => {
  const onConfirm = await showDialog([folder], 21)
  const name = page.getByRole('textbox', { name: /saisissez le nom du dossier/ })
  await expect.element(name).toHaveFocus()
  await expect.element(submit()).toBeDisabled()
  await userEvent.keyboard('Site{Enter}')
  expect(onConfirm).not.toHaveBeenCalled()
  await userEvent.keyboard('s{Enter}')
  await expect.poll(() => onConfirm).toHaveBeenCalledOnce()
})

it('asks for nothing up to 20 passwords', async () => {
  const onConfirm = await showDialog([folder], 20)
  await expect.element(page.getByText(/Partiront avec lui\s: 20\smots de passe, 5\sdossiers\./)).toBeVisible()
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument()
  await submit().click()
  await expect.poll(() => onConfirm).toHaveBeenCalledOnce()
})
