import { startSmtpServer } from '../src/server/platform/mail/smtp-testing.ts'
import { administrationTexts } from '../src/texts/office/administration.ts'
import { mailErrorTexts } from '../src/texts/platform/mails.ts'
import { openInstallationInUse } from './installation-in-use.ts'
import { startInstallation } from './installation.ts'
import { expectAccessible, expectToFit } from './office.ts'
import { toast } from './people.ts'
import { expect, test } from './test.ts'

const words = administrationTexts.mail.refused

test('an administrator sees that mails wait for a refused sender, and has them sent once it is accepted', async ({
  page,
  engine,
}) => {
  let isWrong = true
  const server = await startSmtpServer({
    tls: 'none',
    answer: () => (isWrong ? { code: 553, text: '5.7.1 not yours' } : null),
  })
  const installation = await startInstallation(engine, {
    SMTP_URL: `smtp://localhost:${server.port}?tls=none`,
    TROUSSEAU_MAIL_FROM: 'Trousseau <trousseau@exemple.fr>',
  })
  const inUse = await openInstallationInUse(installation)
  try {
    const chief = await inUse.person({ role: 'ROLE_SUPER_ADMINISTRATOR' })
    for (const login of ['paul', 'jeanne']) {
      const user = { login, email: `${login}@exemple.fr`, role: 'ROLE_INTERVENANT' }
      // The account exists although its invitation waits.
      await expect(chief.call('POST', '/api/user/', user)).rejects.toThrow()
    }
    await chief.enter(page)
    await page.goto(`${inUse.url}/routes/administration/`)
    const section = page.getByRole('region', { name: 'Envoi des e-mails' })
    await expect(section).toContainText('Expéditeur refusé par le serveur de messagerie')
    // The server's own mail to its administrators is a third one, once it is written.
    await expect(section).toContainText(/[23]\se-mails attendent que l'expéditeur soit accepté/)
    await expect(section).toContainText('(553 5.7.1). Vérifiez TROUSSEAU_MAIL_FROM.')
    await expectAccessible(page, 'refused-sender')
    await page.setViewportSize({ width: 360, height: 800 })
    await expectToFit(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    const tryNow = section.getByRole('button', { name: 'Essayer maintenant' })
    await tryNow.click()
    await expect(toast(page, mailErrorTexts.sender('553 5.7.1'))).toBeVisible()
    isWrong = false
    await tryNow.click()
    await expect(toast(page, words.outcomes.accepted)).toBeVisible()
    const invited = () => server.received.flatMap(({ to }) => to).filter((to) => !to.startsWith('personne'))
    await expect.poll(() => invited().toSorted()).toEqual(['jeanne@exemple.fr', 'paul@exemple.fr'])
    await page.reload()
    await expect(section).toContainText('Aucun e-mail en attente.')
    await expect(tryNow).toHaveCount(0)
  } finally {
    await page.close()
    await inUse.close()
    await installation.stop()
    await server.close()
  }
})
