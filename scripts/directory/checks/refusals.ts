import assert from 'node:assert/strict'
import { errorTexts } from '#texts/platform/errors.ts'
import { member, type Check } from '../check.ts'
import { password, personDn, type Domain } from '../domain.ts'
import type { Product } from '../product.ts'

const wrong = 'Un mot de passe faux 1'

/** Returns the status and the code of a reply. */
const codeOf = ({ status, body }: { status: number; body: unknown }): string =>
  `${status} ${(body as { code?: string }).code ?? ''}`.trim()

async function shownOf(product: Product, id: number): Promise<string | null> {
  const { directoryRefusal } = await product.get<{ directoryRefusal: { code: string } | null }>(
    `/api/user/${id}`,
  )
  return directoryRefusal?.code ?? null
}

/** Waits for the log to have a refusal with a code, and nothing of the directory's own words. */
async function requireLogged(product: Product, code: string): Promise<void> {
  await product.logged(
    (line) => line.msg === 'the directory refused an account' && line['code'] === `49/${code}`,
  )
  assert.doesNotMatch(product.said(), /AcceptSecurityContext/)
}

/** An account that the directory refuses with a code, without a word to the caller. */
const silent = (
  code: string,
  state: string,
  name: string,
  refuse: (domain: Domain) => Promise<void>,
): Check => [
  `${state} (${code}): refused like a wrong password; log, journal and the person's page have the code`,
  async (place) => {
    const { product, domain } = place
    const id = await member(place, name)
    await refuse(domain)
    const said = await product.enter(name, wrong)
    const right = await product.enter(name, password)
    assert.equal(codeOf(right), '401 SIGN_IN_FAILED')
    assert.deepEqual(right.body, said.body)
    assert.equal(product.failuresOf(id), 2)
    assert.deepEqual(await product.lastEntry(), {
      action: 'sign-in.failed',
      objects: { step: 'password', directoryCode: code },
    })
    assert.equal(await shownOf(product, id), code)
    await requireLogged(product, code)
  },
]

/** A right password that has to be changed first. */
const toChange = (code: string, name: string, refuse: (domain: Domain) => Promise<void>): Check => [
  `a right password that has to be changed first (${code}): a sentence says so, and nothing is counted`,
  async (place) => {
    const { product, domain } = place
    const id = await member(place, name)
    await refuse(domain)
    assert.equal(codeOf(await product.enter(name, wrong)), '401 SIGN_IN_FAILED')
    for (let tries = 0; tries < 6; tries += 1) {
      const reply = await product.enter(name, password)
      assert.equal(codeOf(reply), '409 DIRECTORY_PASSWORD_EXPIRED')
      const { message } = reply.body as { message: string }
      assert.equal(message, errorTexts.DIRECTORY_PASSWORD_EXPIRED)
    }
    assert.equal(product.failuresOf(id), 1)
    assert.deepEqual(await product.lastEntry(), {
      action: 'sign-in.password-expired',
      objects: { reason: 'directory', directoryCode: code },
    })
    assert.equal(await shownOf(product, id), code)
    await requireLogged(product, code)
  },
]

/** One week of hours, none of which is allowed (MS-ADTS §2.2: logonHours). */
const noHours = Buffer.alloc(21)

export const refusalChecks: readonly Check[] = [
  [
    'an account of the directory signs in with its password; names and mail are those of the directory',
    async ({ product, domain }) => {
      await domain.addPerson('h.usuel')
      const id = await product.addAccount('usuel', 'h.usuel')
      assert.equal((await product.enter('usuel', password)).status, 200)
      const { firstName, lastName, email } = await product.get<Record<string, string>>(`/api/user/${id}`)
      assert.deepEqual([firstName, lastName, email], ['Hélène', 'Dupré', 'h.usuel@exemple.fr'])
      assert.equal(codeOf(await product.enter('usuel', '')), '400 INVALID_REQUEST')
    },
  ],
  silent('533', 'a disabled account', 'e.desactive', (domain) =>
    domain.change(personDn('e.desactive'), { userAccountControl: '514' }),
  ),
  // The day after the first of Windows' calendar.
  silent('701', 'an expired account', 'e.expire', (domain) =>
    domain.change(personDn('e.expire'), { accountExpires: '864000000000' }),
  ),
  silent('530', 'an account outside of its hours', 'e.horaires', (domain) =>
    domain.change(personDn('e.horaires'), { logonHours: noHours }),
  ),
  toChange('773', 'e.achanger', (domain) => domain.change(personDn('e.achanger'), { pwdLastSet: '0' })),
  toChange('532', 'e.perime', (domain) => domain.expirePassword(personDn('e.perime'))),
  [
    'an account that the directory has locked (775) reads what everybody reads with any password, and administrators see the code',
    async (place) => {
      const { product, domain } = place
      const id = await member(place, 'e.verrouille')
      await domain.lock(personDn('e.verrouille'))
      const [said, right] = [
        await product.enter('e.verrouille', wrong),
        await product.enter('e.verrouille', password),
      ]
      assert.equal(codeOf(right), '401 SIGN_IN_FAILED')
      assert.deepEqual(right.body, said.body)
      assert.equal(await shownOf(product, id), '775')
      await requireLogged(product, '775')
    },
  ],
]
