import assert from 'node:assert/strict'
import { expectStatus } from '#server/testing/browser.ts'
import type { Check, Place } from '../check.ts'
import { misspeltSender, othersSender, sender } from '../postfix.ts'
import { until } from '../until.ts'

const many = 24

type Mails = { waiting: number; failed: number; lastError: string | null }
const mailsOf = async ({ product }: Place): Promise<Mails> =>
  (await product.get<{ mails: Mails }>('/api/administration/state')).mails

/**
 * Creates accounts at the same time, each of which gets an invitation. While the server refuses them, the reply says that the
 * mail did not leave; the account is made. @returns their addresses
 */
async function invite({ product }: Place, prefix: string, status: 201 | 409): Promise<string[]> {
  const addresses = Array.from({ length: many }, (_, index) => `${prefix}${index}@ailleurs.exemple.fr`)
  const replies = await Promise.all(
    addresses.map((email) => {
      const [login] = email.split('@')
      return product.chief.post('/api/user/', { login, email, role: 'ROLE_INTERVENANT' })
    }),
  )
  for (const reply of replies) expectStatus(reply, status)
  return addresses
}

/** Waits until the server has taken a mail for each address. @returns the figure */
async function untilTaken({ mail }: Place, addresses: readonly string[], since: number): Promise<string> {
  const missing = () => {
    const taken = mail.recipients()
    return addresses.filter((address) => !taken.includes(address))
  }
  await until(() => missing().length === 0, 'all mails are taken')
  const seconds = ((performance.now() - since) / 1_000).toFixed(1)
  const twice = mail.recipients().filter((address) => addresses.includes(address)).length - addresses.length
  assert.equal(twice, 0, 'no mail is sent twice')
  return `${addresses.length} mails in ${seconds} s, two connections at a time`
}

/** Whether Postfix turned connections away, as its policy says. */
const turnedAway = ({ mail }: Place): number =>
  mail.log().filter((line) => /Connection concurrency limit exceeded/.test(line)).length

export const mailChecks: readonly Check[] = [
  [
    'doctor gives the mail server the sender and a recipient, and no message; it names a refused sender (553 5.7.1)',
    async ({ product, mail }) => {
      const before = mail.log().length
      const { said } = await product.doctor()
      assert.match(said, /✓ Serveur de messagerie mail\.exemple\.fr:587 : répond et accepte les messages/)
      const ended = (): string | undefined =>
        mail
          .log()
          .slice(before)
          .findLast((line) => /disconnect from/.test(line))
      await until(() => ended() !== undefined, 'Postfix logs the end')
      assert.match(ended() ?? '', / mail=1 rcpt=1 /)
      assert.doesNotMatch(ended() ?? '', / data=/)

      const refused = await product.doctor({ TROUSSEAU_MAIL_FROM: othersSender })
      assert.equal(refused.code, 1)
      assert.match(
        refused.said,
        /✗ .*refuse l'expéditeur mairie@exemple\.fr \(553 5\.7\.1\)\. Corrigez TROUSSEAU_MAIL_FROM/,
      )
    },
  ],
  [
    'doctor names the code of a certificate that nothing here trusts, of the mail server too',
    async ({ product }) => {
      const { said } = await product.doctor({ SSL_CERT_FILE: '/dev/null', SSL_CERT_DIR: '/nonexistent' })
      const line =
        said.split('\n').find((one) => one.startsWith('✗') && one.includes('mail.exemple.fr')) ?? said
      assert.match(line, /UNABLE_TO_/)
      assert.match(line, /SSL_CERT_FILE/)
    },
  ],
  [
    `${many} mails at once to a server that takes two connections at a time: all go out`,
    async (place) => {
      await place.product.start()
      const before = turnedAway(place)
      const since = performance.now()
      const figure = await untilTaken(place, await invite(place, 'ensemble', 201), since)
      assert.equal((await mailsOf(place)).failed, 0)
      return `${figure}, ${turnedAway(place) - before} turned away`
    },
  ],
  [
    'mails of a refused sender (553 5.7.1) wait and are shown, and go out once it is corrected',
    async (place) => {
      const { product } = place
      await product.start({ TROUSSEAU_MAIL_FROM: `Trousseau <${othersSender}>` })
      const before = await mailsOf(place)
      const addresses = await invite(place, 'refuse', 409)
      await product.logged((line) => line['reason'] === 'sender:553 5.7.1')
      await until(
        async () => /553 5\.7\.1/.test((await mailsOf(place)).lastError ?? ''),
        'the page shows the refusal',
      )
      const { waiting, failed } = await mailsOf(place)
      assert.equal(failed, 0)
      assert.equal(waiting, before.waiting + many)
      // The next try of all, which is hours later for who corrects it the next day.
      await product.change("update outbox set next_at = 0 where state = 'waiting'")
      const since = performance.now()
      await product.start({ TROUSSEAU_MAIL_FROM: `Trousseau <${sender}>` })
      const figure = await untilTaken(place, addresses, since)
      await until(async () => (await mailsOf(place)).waiting === 0, 'no mail waits')
      assert.equal((await mailsOf(place)).failed, 0)
      return figure
    },
  ],
  [
    'mails of a sender whose domain Postfix does not find (450 4.1.8) wait as those of a refused one, which doctor names',
    async (place) => {
      const { product } = place
      const wrong = { TROUSSEAU_MAIL_FROM: `Trousseau <${misspeltSender}>` }
      await product.start(wrong)
      const addresses = await invite(place, 'inconnu', 409)
      await product.logged((line) => line['reason'] === 'sender:450 4.1.8')
      const { code, said } = await product.doctor(wrong)
      assert.equal(code, 1)
      assert.match(said, /✗ .*refuse l'expéditeur coffre@exmeple\.fr \(450 4\.1\.8\)/)
      type Refused = { refused: { count: number; reason: string } | null }
      const refused = async () => (await product.get<Refused>('/api/administration/mail')).refused
      await until(async () => (await refused())?.count === many, 'all of them wait for their sender')
      assert.match((await refused())?.reason ?? '', /450 4\.1\.8/)
      const since = performance.now()
      await product.start()
      const figure = await untilTaken(place, addresses, since)
      await until(async () => (await refused()) === null, 'none waits for its sender')
      return figure
    },
  ],
]
