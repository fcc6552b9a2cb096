import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

const told = (page: Page) => page.getByText(/^Ce navigateur est trop ancien pour Trousseau/)

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false })

  test('a browser that is too old says so, and what to do', async ({ page, sharedInstallation }) => {
    let rules = 0
    // As a browser reads the style sheet that knows neither of the two features.
    await page.route('**/*.css', async (route) => {
      const reply = await route.fetch()
      const body = (await reply.text()).replaceAll(
        /@supports[^{]*font-size-adjust[^{]*rgb\(from[^{]*\{/g,
        () => {
          rules += 1
          return '@supports (color: unknown(red)) {'
        },
      )
      await route.fulfill({ response: reply, body })
    })
    const person = await sharedInstallation.person()
    await person.enter(page)
    for (const address of ['/auth', '/nota/AAAAAAAAAAAAAAAAAAAAAA', '/routes/explorer']) {
      rules = 0
      await page.goto(sharedInstallation.url + address)
      expect(rules).toBe(1)
      await expect(told(page)).toBeVisible()
      await expect(told(page)).toContainText('une version récente de Firefox, Chrome, Edge ou Safari')
    }
  })
})

test('a browser of today is told nothing', async ({ page, sharedInstallation }) => {
  const person = await sharedInstallation.person()
  for (const address of ['/auth', '/routes/explorer']) {
    await page.goto(sharedInstallation.url + address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(told(page)).toHaveCount(1)
    await expect(told(page)).toBeHidden()
    await person.enter(page)
  }
})

test('a browser of today is told nothing either when the style sheet does not load', async ({
  page,
  sharedInstallation,
  quietConsole,
}) => {
  quietConsole.allowUnreachable()
  await page.route('**/*.css', (route) => route.abort('connectionrefused'))
  await page.goto(`${sharedInstallation.url}/auth`)
  await expect(told(page)).toHaveCount(1)
  await expect(told(page)).toBeHidden()
  for (const feature of ['font-size-adjust', 'color']) {
    await page.addInitScript(`{
      const { supports } = CSS
      CSS.supports = (...given) => given[0] !== '${feature}' && supports(...given)
    }`)
    await page.reload()
    await expect(told(page)).toBeVisible()
  }
})
