import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type PeerCertificate } from 'node:tls'
import { expect, it } from 'vitest'
import { startTestApp } from '#server/testing/app.ts'
import { makeCertificate } from '#server/testing/directory.ts'
import { temporaryFolder } from '#server/testing/process.ts'
import { worldOf } from '#server/testing/world.ts'
import { expiryOf } from './certificate.ts'

/** Returns the name in the certificate that a new connection is shown. */
const shownBy = (origin: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname: host, port } = new URL(origin)
    const socket = connect({ host, port: Number(port), rejectUnauthorized: false }, () => {
      const { subject }: PeerCertificate = socket.getPeerCertificate()
      socket.destroy()
      resolve(String(subject.CN))
    })
    socket.once('error', reject)
  })

it('[WTCH-08] a renewed certificate is used for new connections; a wrong pair is logged and changes nothing', async () => {
  const folder = temporaryFolder()
  const [first, second] = ['premier', 'second'].map((name) => makeCertificate(folder, name, 'IP:127.0.0.1'))
  const used = { cert: join(folder, 'used.pem'), key: join(folder, 'used.key') }
  const put = (cert = '', key = ''): void => {
    copyFileSync(cert, used.cert)
    copyFileSync(key, used.key)
  }
  put(first?.cert, first?.key)
  const app = await startTestApp('sqlite', {
    TROUSSEAU_PUBLIC_URL: 'https://localhost',
    TROUSSEAU_TLS_CERT: used.cert,
    TROUSSEAU_TLS_KEY: used.key,
  })
  try {
    const origin = await app.listen()
    const { certificate } = app.deps
    expect(await shownBy(origin)).toBe('premier')
    const expiresAt = expiryOf(readFileSync(used.cert, 'utf8'))
    expect(certificate.expiresAt()).toBe(expiresAt)

    // Between the two files of a renewal: not yet a fault.
    put(second?.cert, first?.key)
    certificate.look()
    expect([await shownBy(origin), app.logged().includes('cannot be used')]).toEqual(['premier', false])
    certificate.look()
    certificate.look()
    expect(await shownBy(origin)).toBe('premier')
    expect(app.logged().match(/the new certificate cannot be used/g)).toHaveLength(1)

    put(second?.cert, second?.key)
    certificate.look()
    expect(await shownBy(origin)).toBe('second')
    expect(app.logged().match(/the certificate was read again/g)).toHaveLength(1)

    writeFileSync(used.cert, 'no certificate')
    certificate.look()
    certificate.look()
    expect(await shownBy(origin)).toBe('second')
    expect(app.logged().match(/the new certificate cannot be used/g)).toHaveLength(2)
    expect(app.logged()).not.toContain('PRIVATE')
  } finally {
    await app.close()
  }
})

it('[WTCH-09] the administration page is told when the certificate expires; without TLS there is none', async () => {
  const { cert, key } = makeCertificate(temporaryFolder(), 'serveur', 'IP:127.0.0.1')
  const tls = { TROUSSEAU_TLS_CERT: cert, TROUSSEAU_TLS_KEY: key }
  const expiresAt = new Date(expiryOf(readFileSync(cert, 'utf8'))).toISOString()
  for (const [env, wanted] of [[tls, expiresAt] as const, [{}, null] as const]) {
    const app = await startTestApp('sqlite', env)
    try {
      const world = worldOf(app)
      const cookie = await world.session(
        await world.addUser({ login: 'chef', role: 'ROLE_SUPER_ADMINISTRATOR' }),
      )
      const { body, text } = await app.call({ method: 'GET', path: '/api/administration/state', cookie })
      const { health } = body as { health?: { certificateExpiresAt: string | null } }
      expect([text, health?.certificateExpiresAt]).toEqual([text, wanted])
    } finally {
      await app.close()
    }
  }
})
