import { addItem } from './content.ts'
import { expect, test } from './test.ts'

/**
 * Returns what is pressed on a page and is under 24 px (WCAG 2.5.8). Links inside a sentence are excepted, and slices of
 * a chart, whose legend has the same links.
 */
const small = `[...document.querySelectorAll('a[href], button, input, [role=tab]')]
  .filter((one) => one instanceof HTMLElement)
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => !(one.closest('thead')?.offsetHeight < 2)) // the head of cards is hidden from view
  .filter((one) => !(getComputedStyle(one).display === 'inline' && one.parentElement.innerText.trim() !== one.innerText.trim()))
  .map((one) => ({ one, box: (one.closest('label') ?? one).getBoundingClientRect() }))
  .filter(({ box }) => box.width > 2 && box.height > 2 && (box.width < 24 || box.height < 24))
  .map(({ one, box }) => (one.getAttribute('aria-label') ?? one.innerText) + ' ' + box.width + ' x ' + box.height)`

test('everything that is pressed on the pages of an administrator is 24 px high and wide', async ({
  page,
  sharedInstallation,
}) => {
  const boss = await sharedInstallation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  const chest = await sharedInstallation.chest(boss, 'Cibles')
  await addItem(boss, chest, { name: 'Portail', login: 'agent', password: 'azerty' })
  await boss.enter(page)
  const pages = [
    // Of whichever chest: other journeys have filled the first page.
    ['chest', page.getByRole('button', { name: /^Modifier les droits de .* sur / }).first()],
    ['dashboard', page.getByRole('link', { name: 'Très faible' }).first()],
    ['administration', page.getByRole('link', { name: 'Voir les réglages en vigueur' })],
    ['user', page.getByRole('combobox', { name: 'Filtrer par groupe' })],
    ['guide', page.getByRole('combobox', { name: 'Rechercher dans le guide' })],
    ['map', page.getByRole('link', { name: 'Vos coffres' })],
  ] as const
  for (const [path, known] of pages) {
    await page.goto(`${sharedInstallation.url}/routes/${path}`)
    await expect(known).toBeVisible()
    await expect.poll(() => page.evaluate<string[]>(small), path).toEqual([])
  }
})

test('so is what is pressed in a trash on a telephone, and on the sign-in page', async ({
  page,
  sharedInstallation,
}) => {
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Cibles étroites')
  await person.call('DELETE', `/api/item/${await addItem(person, chest, { name: 'Jeté' })}`)
  await person.enter(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${sharedInstallation.url}/routes/trash?chestId=${chest.id}`)
  await expect(page.getByText('Jeté')).toBeVisible()
  await expect.poll(() => page.evaluate<string[]>(small)).toEqual([])
  await page.context().clearCookies()
  await page.goto(`${sharedInstallation.url}/auth`)
  await expect(page.getByRole('link', { name: /Mot de passe oublié/ })).toBeVisible()
  await expect.poll(() => page.evaluate<string[]>(small)).toEqual([])
})
