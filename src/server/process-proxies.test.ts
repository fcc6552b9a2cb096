import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createCertificate, untilReady } from '../../scripts/balanced.ts'
import { sameOrigin } from './testing/app.ts'
import { expectStatus, foundAndSignIn, newChest } from './testing/browser.ts'
import { freePort } from './testing/free-port.ts'
import { startServer, temporaryFolder } from './testing/process.ts'

const deploy = join(import.meta.dirname, '../../deploy')

type Ports = { readonly server: number; readonly people: number; readonly plain: number }

/** A proxy's sample, with free ports and the files of a folder in place of its own, and how it is started. */
const proxies: Record<
  string,
  (folder: string, ports: Ports) => { command: string[]; files: [string, string][] }
> = {
  nginx: (folder, { server, people, plain }) => {
    const sample = readFileSync(join(deploy, 'nginx.conf'), 'utf8')
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ', `listen 127.0.0.1:${people} `)
      .replace('127.0.0.1:8420', `127.0.0.1:${server}`)
      .replaceAll('/etc/ssl/trousseau/', `${folder}/`)
    const stores = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (store) => `${store}_temp_path ${folder}/${store};`,
    )
    const whole = `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {}
      http { access_log off; ${stores.join(' ')} include ${folder}/sample.conf; }`
    return {
      command: ['nginx', '-e', join(folder, 'nginx.log'), '-c', join(folder, 'nginx.conf')],
      files: [
        ['sample.conf', sample],
        ['nginx.conf', whole],
      ],
    }
  },
  caddy: (folder, { server, people }) => {
    const sample = readFileSync(join(deploy, 'Caddyfile'), 'utf8')
      .replace('coffre.exemple.fr {', `localhost:${people} {\n\tbind 127.0.0.1`)
      .replace('127.0.0.1:8420', `127.0.0.1:${server}`)
      .replaceAll('/etc/ssl/trousseau/', `${folder}/`)
    return {
      command: ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
      files: [['Caddyfile', `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${sample}`]],
    }
  },
  haproxy: (folder, { server, people, plain }) => ({
    command: ['haproxy', '-db', '-f', join(folder, 'haproxy.cfg')],
    files: [
      [
        'haproxy.cfg',
        readFileSync(join(deploy, 'haproxy.cfg'), 'utf8')
          .replace('bind :80', `bind 127.0.0.1:${plain}`)
          .replace('bind :443', `bind 127.0.0.1:${people}`)
          .replace('127.0.0.1:8420', `127.0.0.1:${server}`)
          .replaceAll('/etc/ssl/trousseau/', `${folder}/`),
      ],
    ],
  }),
}

/** Folders of Debian's programs that a plain account has not on its path. */
const path = `${process.env['PATH']}:/usr/sbin:/sbin`

function prepare(): string {
  const folder = temporaryFolder()
  createCertificate(folder)
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, readFileSync(join(folder, 'coffre.crt'), 'utf8')])
  onTestFinished(() => setDefaultCACertificates(before))
  return folder
}

describe('the samples of proxies', () => {
  it.each(Object.keys(proxies))('%s brings people over TLS, who sign in and copy [PACK-07]', async (name) => {
    const folder = prepare()
    const ports = { server: await freePort(), people: await freePort(), plain: await freePort() }
    const publicUrl = `https://localhost:${ports.people}`
    const server = await startServer({
      TROUSSEAU_DATA: join(folder, 'data'),
      TROUSSEAU_PORT: String(ports.server),
      TROUSSEAU_PUBLIC_URL: publicUrl,
      TROUSSEAU_TRUSTED_PROXIES: '127.0.0.1',
    })
    const { command, files } = proxies[name]?.(folder, ports) ?? { command: [], files: [] }
    for (const [file, text] of files) writeFileSync(join(folder, file), text)
    const [program = '', ...args] = command
    const proxy = spawn(program, args, {
      env: { PATH: path, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      stdio: 'ignore',
    })
    const ended = once(proxy, 'exit')
    onTestFinished(async () => {
      proxy.kill('SIGKILL')
      await ended
    })
    await untilReady(publicUrl)

    const person = await foundAndSignIn(publicUrl, server.setupToken())
    const item = { chestId: await newChest(person), name: 'Serveur', password: 'quatre chevaux bleus' }
    const { id } = expectStatus(await person.post('/api/item/', item), 201).body as { id: number }
    expect(expectStatus(await person.get(`/api/item/${id}/copy`), 200).body).toBe(item.password)

    // A large file passes, and a claimed address does not.
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(6 << 20)]), 'image.bin')
    expectStatus(await person.post(`/api/item/${id}/attachment`, form), 201)
    await person.send('GET', '/api/session', undefined, { ...sameOrigin, 'x-forwarded-for': '203.0.113.9' })
    const { stdout } = await server.end('SIGTERM')
    expect(stdout).toContain('"ip":"127.0.0.1"')
    expect(stdout).not.toContain('203.0.113.9')
  })

  it('HAProxy accepts the configuration of the compose file [PACK-07]', () => {
    const folder = prepare()
    const file = join(folder, 'haproxy.cfg')
    const sample = readFileSync(join(deploy, 'compose-haproxy.cfg'), 'utf8')
    writeFileSync(file, sample.replaceAll('/etc/trousseau/', `${folder}/`))
    execFileSync('haproxy', ['-c', '-f', file], { env: { PATH: path }, stdio: 'pipe' })
  })
})
