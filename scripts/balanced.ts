/** Parts of the scripts that try nodes behind a real balancer. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Writes a certificate signed by itself, its key, and a file of both. */
export function createCertificate(folder: string): void {
  const [key, cert] = ['coffre.key', 'coffre.crt'].map((name) => join(folder, name)) as [string, string]
  const subject = ['-subj', '/CN=localhost', '-days', '2']
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, '-keyout', key, '-out', cert],
    { stdio: 'ignore' },
  )
  writeFileSync(join(folder, 'coffre.pem'), readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'))
}

export async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 2_400; tries += 1) {
    const reply = await fetch(`${url}/health/ready`).catch(() => null)
    if (reply?.status === 200) return
    await pause(50)
  }
  throw new Error(`${url} is not ready`)
}

/**
 * Writes the configuration of docs/operations.md into a folder, which has a certificate; only addresses and files are replaced.
 * @returns the command that starts the balancer
 */
export function balancerOf(
  name: 'haproxy' | 'nginx',
  { folder, ports, publicPort }: { folder: string; ports: readonly number[]; publicPort: number },
): [program: string, ...args: string[]] {
  const file = name === 'haproxy' ? 'haproxy.cfg' : 'nginx.conf'
  const configuration = readFileSync(join(import.meta.dirname, 'balancers', file), 'utf8')
    .replace(/(bind|listen) :?443/, `$1 127.0.0.1:${publicPort}`)
    .replaceAll('10.0.0.11:8420', `127.0.0.1:${ports[0]}`)
    .replaceAll('10.0.0.12:8420', `127.0.0.1:${ports[1]}`)
    .replaceAll(`/etc/${name}/`, `${folder}/`)
  const path = join(folder, file)
  writeFileSync(path, configuration)
  if (name === 'haproxy') return ['haproxy', '-db', '-f', path]
  const whole = join(folder, 'whole.conf')
  const stores = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (store) => `${store}_temp_path ${folder}/${store};`,
  )
  writeFileSync(
    whole,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {}
     http { access_log off; ${stores.join(' ')} include ${path}; }`,
  )
  return ['nginx', '-e', join(folder, 'nginx.log'), '-c', whole]
}
