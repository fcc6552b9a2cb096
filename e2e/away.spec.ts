import { placeOf } from './content.ts'
import { names, rowOf, toolbar } from './explorer.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

test('a server that goes away while a form is saved loses nothing typed, and one item is created', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allowUnreachable()
  quietConsole.allow(502)
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Interruption')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await toolbar(page, 'Nouveau mot de passe').click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau mot de passe' })
  await dialog.getByRole('textbox', { name: /^Nom/ }).fill('Pare-feu')
  await dialog.getByRole('textbox', { name: /^Mot de passe/ }).fill('quatre chevaux')

  // The item is created, but the server is killed before its reply arrives: a balancer answers 502.
  let restart = () => Promise.resolve()
  await page.route(
    '**/api/item/',
    async (route) => {
      expect((await route.fetch()).status()).toBe(201)
      restart = await sharedInstallation.kill()
      await route.fulfill({ status: 502, body: 'Bad Gateway' })
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Créer' }).click()
  const banner = page.getByText(/^Connexion au serveur interrompue/)
  await expect(banner).toBeVisible()
  // After some seconds of repeating, the form says so and keeps what was typed.
  await expect(toast(page, "Erreur pendant création de l'item")).toBeVisible()
  await expect(dialog.getByText('Le serveur ne répond pas')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: /^Nom/ })).toHaveValue('Pare-feu')
  await expect(dialog.getByRole('textbox', { name: /^Mot de passe/ })).toHaveValue('quatre chevaux')

  await restart()
  await expect(banner).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Créer' }).click()
  await expect(toast(page, 'Mot de passe créé')).toBeVisible()
  await expect(rowOf(page, 'Pare-feu')).toBeVisible()
  expect(await names(page)).toEqual(['Pare-feu'])

  // The reply to a copy is lost on its way, and the copy succeeds.
  await page.route('**/api/item/*/copy', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }), {
    times: 1,
  })
  await rowOf(page, 'Pare-feu').getByRole('button', { name: 'Copier le mot de passe' }).first().click()
  await expect(toast(page, 'Copié')).toBeVisible()
})

test('a creation whose server comes back within seconds succeeds by itself', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allow(502)
  quietConsole.allowUnreachable()
  const person = await sharedInstallation.person()
  const chest = await sharedInstallation.chest(person, 'Reprise')
  await person.enter(page)
  await page.goto(placeOf(sharedInstallation.url, chest))
  await toolbar(page, 'Nouveau dossier').click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau dossier' })
  await dialog.getByRole('textbox', { name: /^Nom/ }).fill('Chantiers')
  await page.route(
    '**/api/folder/',
    async (route) => {
      await route.fetch()
      await route.fulfill({ status: 502, body: 'Bad Gateway' })
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Créer' }).click()
  await expect(toast(page, 'Dossier créé')).toBeVisible()
  await expect.poll(() => names(page)).toEqual(['Chantiers'])
})
