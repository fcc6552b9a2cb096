import assert from 'node:assert/strict'
import { expectStatus } from '#server/testing/browser.ts'
import { member, type Check } from '../check.ts'
import { password, service, serviceDn } from '../domain.ts'
import type { LogLine } from '../product.ts'

type State = {
  accounts: number
  linked: number
  absent: number
  lastSuccess: { certificateExpiresAt: string } | null
  lastFailure: { reason: string; code: string | null } | null
  pause: { code: string } | null
}
const statePath = '/api/administration/directory'

export const serviceAccountChecks: readonly Check[] = [
  [
    'the administration page shows the last answer, the end of the certificate, and how many people are linked',
    async (place) => {
      const { product } = place
      await product.start()
      await member(place, 's.agent')
      const before = await product.get<State>(statePath)
      assert.equal((await product.enter('s.agent', password)).status, 200)
      const { accounts, linked, lastSuccess } = await product.get<State>(statePath)
      assert.deepEqual([accounts, linked], [before.accounts, before.linked + 1])
      const days = (Date.parse(lastSuccess?.certificateExpiresAt ?? '') - Date.now()) / 86_400_000
      assert.ok(days > 1 && days <= 2, `${days} days`)
    },
  ],
  [
    'a changed password of the service account: one bind reaches the directory, one line says so, the page shows it, a try ends it',
    async (place) => {
      const { product, domain } = place
      await product.start()
      // Each account has tries of its own: more than five at once are blocked here.
      const agents = ['s.un', 's.deux', 's.trois', 's.quatre']
      for (const name of [...agents, 's.agent']) await member(place, name)
      const tryNow = async () => expectStatus(await product.chief.send('POST', `${statePath}/try`), 200).body
      const isRefusal = ({ msg }: LogLine): boolean => msg.includes('refused the service account')
      const counted = () => domain.read(serviceDn, 'badPwdCount')
      try {
        // Active Directory takes the former one for an hour, and counts none of the last three.
        for (let number = 1; number <= 4; number += 1)
          await domain.setPassword(serviceDn, `Un autre mot ${number}`)
        await domain.change(serviceDn, { lockoutTime: '0' })
        for (let round = 0; round < 3; round += 1) {
          const tries = await Promise.all(agents.map((name) => product.enter(name, password)))
          assert.deepEqual(new Set(tries.map(({ status }) => status)), new Set([503]))
        }
        assert.deepEqual(await counted(), ['1'])
        assert.equal((await product.logged(isRefusal))['code'], '49/52e')
        assert.equal((await product.get<State>(statePath)).pause?.code, '49/52e')
        assert.deepEqual(await tryNow(), { accepted: false, code: '49/52e' })
        assert.deepEqual(await counted(), ['2'])
      } finally {
        await domain.setPassword(serviceDn, service.password)
      }
      assert.deepEqual(await tryNow(), { accepted: true, code: null })
      assert.equal((await product.get<State>(statePath)).pause, null)
      assert.equal((await product.enter('s.agent', password)).status, 200)
      await product.logged(({ msg }) => msg.includes('accepts the service account again'))
      // One for the first refusal, and one for that of the try.
      assert.equal(product.log().filter(isRefusal).length, 2)
    },
  ],
  [
    'a corrected setting ends the pause as well',
    async (place) => {
      const { product } = place
      await product.start({ LDAP_BIND_PASSWORD: 'Un mot faux 16' })
      await member(place, 's.agent')
      assert.equal((await product.enter('s.agent', password)).status, 503)
      assert.notEqual((await product.get<State>(statePath)).pause, null)
      await product.start()
      assert.equal((await product.get<State>(statePath)).pause, null)
      assert.equal((await product.enter('s.agent', password)).status, 200)
    },
  ],
]
