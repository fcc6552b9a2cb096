import type { Page } from '@playwright/test'
import { addItem } from './content.ts'
import type { InstallationInUse } from './installation-in-use.ts'
import { waitForTransitions } from './people.ts'
import { expect, test } from './test.ts'

/** Returns what has too little contrast: texts below 7:1, and edges of fields, buttons and table lines below 3:1. */
const measure = `(() => {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  const paint = (colours) => {
    pen.clearRect(0, 0, 1, 1)
    for (const colour of colours) { pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1) }
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3)
  }
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((one) => one / 255).map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const ratio = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }
  const grounds = (element) => {
    const found = []
    for (let one = element; one; one = one.parentElement) found.unshift(getComputedStyle(one).backgroundColor)
    return found
  }
  const faults = []
  const tell = (what, element, value, least) => {
    if (value < least) faults.push(what + ' ' + value.toFixed(1) + ': ' + (element.textContent.trim().slice(0, 30) || element.tagName) + ' .' + element.className)
  }
  const isOff = (element) => element.closest(':disabled, [aria-disabled=true], [data-disabled], [aria-hidden=true]')
  let texts = 0, edges = 0
  for (const element of document.querySelectorAll('body *')) {
    const style = getComputedStyle(element)
    if (!element.checkVisibility({ visibilityProperty: true }) || isOff(element)) continue
    const { width, height } = element.getBoundingClientRect()
    if (width < 2 || height < 2) continue
    const ground = paint(grounds(element))
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
    if (hasText) {
      texts += 1
      tell('text', element, ratio(paint([...grounds(element), style.color]), ground), 7)
    }
    const behind = element.parentElement ? paint(grounds(element.parentElement)) : ground
    for (const side of ['Top', 'Bottom', 'Left', 'Right']) {
      const colour = style['border' + side + 'Color']
      if (parseFloat(style['border' + side + 'Width']) === 0 || style['border' + side + 'Style'] === 'none') continue
      if (/, 0\\)$|\\/ 0\\)$|transparent/.test(colour)) continue
      edges += 1
      tell('edge', element, ratio(paint([...grounds(element.parentElement ?? element), colour]), behind), 3)
    }
  }
  return { faults: [...new Set(faults)], texts, edges }
})()`

type Measured = { faults: string[]; texts: number; edges: number }

async function prepare(page: Page, installation: InstallationInUse): Promise<{ chest: number }> {
  const person = await installation.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
  const chest = await installation.chest(person, 'Accès')
  for (const name of ['Routeur', 'Serveur']) await addItem(person, chest, { name })
  await person.enter(page)
  return { chest: chest.id }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`more contrast is given to those who ask for it, in the ${colorScheme} theme`, async ({
    page,
    sharedInstallation,
  }) => {
    const { chest } = await prepare(page, sharedInstallation)
    await page.emulateMedia({ contrast: 'more', colorScheme, reducedMotion: 'reduce' })
    for (const path of [
      `/routes/explorer?chestId=${chest}`,
      '/routes/chest',
      '/routes/user',
      '/routes/administration',
      '/routes/dashboard',
    ]) {
      await page.goto(sharedInstallation.url + path)
      await expect(page.locator('h1').first()).toBeAttached()
      await page.waitForLoadState('networkidle')
      await waitForTransitions(page)
      const { faults, texts, edges } = await page.evaluate<Measured>(measure)
      expect(faults, path).toEqual([])
      expect([texts > 20, edges > 0], path).toEqual([true, true])
    }
    // A stronger ring, and an edge of what is selected.
    await page.goto(`${sharedInstallation.url}/routes/explorer?chestId=${chest}`)
    const row = page.locator('[data-row]').filter({ hasText: 'Routeur' })
    await row.click()
    await expect(row).toHaveAttribute('aria-selected', 'true')
    await expect(row).toHaveCSS('outline-style', 'solid')
  })
}

test('forced colours keep the selected row, the pressed button and the current page apart', async ({
  page,
  sharedInstallation,
}) => {
  const { chest } = await prepare(page, sharedInstallation)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`${sharedInstallation.url}/routes/explorer?chestId=${chest}`)
  const rowOf = (name: string) => page.locator('[data-row]').filter({ hasText: name })
  await rowOf('Routeur').click()
  await expect(rowOf('Routeur')).toHaveCSS('outline-style', 'solid')
  await expect(rowOf('Serveur')).toHaveCSS('outline-style', 'none')
  const menu = page.getByRole('button', { name: "Afficher le menu d'administration" })
  await menu.click()
  const pressed = page.getByRole('button', { name: "Masquer le menu d'administration" })
  await expect(pressed).toHaveCSS('outline-style', 'solid')
  await page.goto(`${sharedInstallation.url}/routes/chest`)
  await expect(page.getByRole('link', { name: 'Coffres', exact: true })).toHaveCSS('outline-style', 'solid')
  await expect(page.getByRole('link', { name: 'Banques', exact: true })).toHaveCSS('outline-style', 'none')
})
