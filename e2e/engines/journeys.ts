import { addFolder, addItem, placeOf } from '../content.ts'
import type { InstallationInUse, Person } from '../installation-in-use.ts'
import type { Installation } from '../installation.ts'
import { codeOf, login, password } from '../people.ts'
import type { Hand } from './hand.ts'

export type Setting = {
  /** An installation without an account. */
  empty: Pick<Installation, 'setupUrl'>
  inUse: InstallationInUse
  equal: (actual: unknown, expected: unknown) => void
}
export type Journey = (hand: Hand, setting: Setting) => Promise<void>

const secret = 'Vq7!Serveur#kPz2'

/** Opens a new chest of a new person, with an item and a folder. */
async function openChest(hand: Hand, { inUse }: Setting, name: string): Promise<Person> {
  const person = await inUse.person()
  const chest = await inUse.chest(person, name)
  await addFolder(person, chest, 'Réseau')
  await addItem(person, chest, { name: 'Serveur 07', login: 'service-07', password: secret })
  for (const other of ['Serveur 08', 'Serveur 09']) await addItem(person, chest, { name: other })
  const place = placeOf(inUse.url, chest)
  // A page of the application would already look for a session.
  await hand.go(new URL('/health/ready', place).href)
  await hand.setCookie(place, person.cookie)
  await hand.go(place)
  await hand.sees('row', /^Serveur 07/)
  return person
}

/** Holds the timer that clears the clipboard after 45 seconds: the journey moves the time. */
const holdTimers = (hand: Hand): Promise<void> =>
  hand.evaluate(`(() => {
    const start = window.setTimeout
    window.setTimeout = (act, delay, ...rest) => {
      if (delay < 44000 || delay > 45000) return start(act, delay, ...rest)
      window.heldTimer = act
      return 0
    }
  })()`)

/** Returns whether the page or a field of it shows a text. */
const shows = (hand: Hand, text: string): Promise<boolean> =>
  hand
    .evaluate<boolean>(
      `(document.documentElement.outerHTML + [...document.querySelectorAll('input, textarea')]
      .map(({ value }) => value).join(' ')).includes(${JSON.stringify(text)})`,
    )
    // A page that is just being replaced evaluates nothing.
    .catch(() => false)

const traces = ['Serveur 07', 'service-07', 'kPz2']

/** Opens a chest, and shows a password of it in clear. */
async function openAndReveal(hand: Hand, setting: Setting, name: string): Promise<Person> {
  const person = await openChest(hand, setting, name)
  await hand.press('row', /^Serveur 07/)
  await hand.press('panel', /^Afficher le mot de passe/)
  await hand.until(
    `document.body.innerText.replaceAll(/\\s/g, '').includes(${JSON.stringify(secret)})`,
    secret,
  )
  return person
}

/** The six journeys of a day, in each engine with the real clipboard and without any permission. */
export const journeys: Record<string, Journey> = {
  'a person signs in with a pasted code': async (hand, { empty, equal }) => {
    await hand.go(empty.setupUrl)
    // Firefox reports those that the page asks for too early, or in vain.
    await hand.until(
      `[...document.querySelectorAll('link[rel=preload][as=font]')].every(({ href }) =>
        performance.getEntriesByName(href).length === 1
        && [...document.fonts].filter(({ status }) => status === 'loaded').some(({ weight }) => href.includes('-' + weight + '-')))`,
      'each preloaded font in use, loaded once',
    )
    await hand.press('field', /^Prénom/)
    await hand.write('Claire')
    await hand.keys('Tab')
    await hand.write('Martin')
    await hand.press('field', /^E-mail/)
    await hand.write('claire.martin@exemple.fr')
    await hand.until(
      `[...document.querySelectorAll('input')].some(({ value }) => value === ${JSON.stringify(login)})`,
      'the proposed login',
    )
    await hand.press('field', /^Mot de passe/)
    await hand.write(password)
    await hand.press('button', /^Créer le compte/)
    await hand.sees('heading', /^Connexion/)
    await hand.press('field', /^Identifiant/)
    await hand.keys('Control+a')
    await hand.write(login)
    await hand.keys('Tab')
    await hand.write(password)
    await hand.keys('Enter')
    await hand.sees('heading', /^Associer votre téléphone/)
    await hand.press('button', /^Copier la clé secrète/)
    await hand.sees('notice', /^Clé secrète copiée/)
    const key = await hand.clipboard.read()
    equal(/^[A-Z2-7]{32}$/.test(key), true)
    await hand.clipboard.write(codeOf(key))
    await hand.press('field', /^Code à 6 chiffres/)
    await hand.keys('Control+v', 'Enter')
    await hand.press('button', /^Passer toute la mise en route/)
    await hand.until("location.pathname === '/routes/manager'", 'the chests')
  },

  'a person finds an item and copies its password, which is cleared afterwards': async (hand, setting) => {
    await openChest(hand, setting, 'Chercher')
    await hand.evaluate(
      "addEventListener('keydown', (event) => setTimeout(() => { window.isTaken = event.defaultPrevented }), { once: true })",
    )
    await hand.keys('/')
    // Firefox would open its own search as well.
    await hand.until('window.isTaken', 'a key that the browser does not use')
    await hand.until("document.activeElement?.getAttribute('role') === 'combobox'", 'the search')
    await hand.write('serveur 07')
    await hand.press('option', /^Serveur 07/)
    await hand.sees('heading', /^Serveur 07/)
    await hand.press('row', /^Serveur 07/)
    await holdTimers(hand)
    await hand.keys('c')
    await hand.sees('notice', /^Copié/)
    setting.equal(await hand.clipboard.read(), secret)
    // The time is over, long after the gesture: no question is asked, and the next key clears it.
    await hand.until("typeof window.heldTimer === 'function'", 'a timer that clears')
    await hand.until('!navigator.userActivation.isActive', 'the end of the gesture')
    await hand.evaluate('window.heldTimer()')
    setting.equal(await hand.clipboard.read(), secret)
    await hand.keys('ArrowDown')
    await hand.until("sessionStorage.getItem('copied') === null", 'a cleared clipboard')
    setting.equal(await hand.clipboard.read(), '')
    await hand.keys('ArrowUp', 'c')
    await hand.until("sessionStorage.getItem('copied') !== null", 'another copy')
    setting.equal(await hand.clipboard.read(), secret)
    // Leaving clears it before the time is over, at the latest by the next press outside a field.
    await hand.keys('Control+Alt+l')
    await hand.until("location.pathname === '/auth'", 'the sign-in')
    await hand.press('heading', /^Connexion/)
    await hand.until("sessionStorage.getItem('copied') === null", 'a cleared clipboard')
    setting.equal(await hand.clipboard.read(), '')
  },

  'a person copies a password by hand with what is around it, and it is cleared as well': async (
    hand,
    setting,
  ) => {
    await openChest(hand, setting, 'Recopier')
    await hand.press('row', /^Serveur 07/)
    await hand.press('panel', /^Afficher le mot de passe/)
    await holdTimers(hand)
    const { x, y } = await hand.pointOf('secret', /^Vq7/)
    // From the line above to the one below: both ends lie outside the secret.
    await hand.mouse.move({ x, y: y - 30 })
    await hand.mouse.down()
    await hand.mouse.move({ x, y })
    await hand.mouse.move({ x, y: y + 30 })
    await hand.mouse.up()
    const isWider = `!String(getSelection()).startsWith('Vq7') && String(getSelection()).includes('kPz2')
      && [getSelection().anchorNode, getSelection().focusNode].every((end) =>
        (end instanceof Element ? end : end.parentElement).closest('[data-secret]') === null)`
    await hand.until(isWider, 'a selection wider than the secret')
    await hand.keys('Control+c')
    await hand.sees('notice', /^Copié/)
    setting.equal((await hand.clipboard.read()).split('\n').includes(secret), true)
    await hand.until("typeof window.heldTimer === 'function'", 'a timer that clears')
    await hand.until('!navigator.userActivation.isActive', 'the end of the gesture')
    await hand.evaluate('window.heldTimer()')
    await hand.keys('ArrowDown')
    await hand.until("sessionStorage.getItem('copied') === null", 'a cleared clipboard')
    setting.equal(await hand.clipboard.read(), '')
  },

  'a person creates an item with a proposed password': async (hand, setting) => {
    await openChest(hand, setting, 'Créer')
    await hand.press('button', /^Nouveau mot de passe/)
    await hand.press('field', /^Nom/)
    await hand.write('Agenda')
    const proposed = await hand.valueOf(/^Mot de passe/)
    setting.equal(proposed.length, 20)
    // Browsers offer to save what a password field holds.
    setting.equal(await hand.evaluate("document.querySelectorAll('input[type=password]').length"), 0)
    await hand.keys('Enter')
    await hand.sees('row', /^Agenda/)
    await hand.keys('c')
    await hand.sees('notice', /^Copié/)
    setting.equal(await hand.clipboard.read(), proposed)
  },

  'a person drags an item into a folder by its handle': async (hand, setting) => {
    await openChest(hand, setting, 'Glisser')
    await hand.drag(await hand.pointOf('handle', /Serveur 08/), await hand.pointOf('row', /^Réseau/))
    await hand.sees('notice', /^Mot de passe déplacé/)
    setting.equal(await hand.has('row', /^Serveur 08/), false)
    setting.equal(await hand.has('row', /^Serveur 07/), true)
    setting.equal(await hand.has('row', /^Serveur 09/), true)
    // The table is as wide as the room that a panel leaves, and each handle stays at its row.
    await hand.press('row', /^Serveur 07/)
    await hand.sees('panel', /^Afficher le mot de passe/)
    await hand.until(
      `(() => { const table = document.querySelector('table'); const frame = table.parentElement
        return Math.abs(table.getBoundingClientRect().width - frame.getBoundingClientRect().width) < 1 })()`,
      'a table as wide as its frame',
    )
    const misplaced = `[...document.querySelectorAll('[data-row-handle]')].filter((handle) => {
      const [own, row] = [handle, handle.closest('[data-row]')].map((one) => one.getBoundingClientRect())
      return own.left < row.left - 1 || own.right > row.left + 40 || own.top < row.top - 1 || own.bottom > row.bottom + 1
    }).length`
    setting.equal(await hand.evaluate(misplaced), 0)
  },

  'a person signs out, and Back shows nothing': async (hand, setting) => {
    await openAndReveal(hand, setting, 'Quitter')
    await hand.press('button', /Administrateur$/)
    await hand.press('entry', /^Se déconnecter/)
    await hand.sees('heading', /^Connexion/)
    await hand.back()
    for (const text of traces) setting.equal(await shows(hand, text), false)
    await hand.sees('heading', /^Connexion/)
    await hand.reload()
    await hand.sees('heading', /^Connexion/)
    for (const text of traces) setting.equal(await shows(hand, text), false)
  },
}

/** What only an engine whose driver restores tabs can try. */
export const restoring: Record<string, Journey> = {
  'what the browser restores shows nothing of a session that has ended': async (hand, setting) => {
    if (hand.restore === undefined) throw new Error(`${hand.name} restores nothing`)
    for (const [what, restore] of Object.entries(hand.restore)) {
      const person = await openAndReveal(hand, setting, `Restaurer ${what}`)
      await restore(() => person.call('POST', '/api/auth/logout'))
      for (const text of traces) setting.equal(await shows(hand, text), false)
      await hand.sees('heading', /^Connexion/)
      for (const text of traces) setting.equal(await shows(hand, text), false)
    }
  },
}
