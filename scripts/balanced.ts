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
  for (let tries = 0; tries < 600; tries += 1) {
    const reply = await fetch(`${url}/health/ready`).catch(() => null)
    if (reply?.status === 200) return
    await pause(50)
  }
  throw new Error(`${url} is not ready`)
}
