import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listening, makeCertificate, type TestCertificate } from './directory.ts'
import { freePort } from './free-port.ts'
import { temporaryFolder, type Later } from './process.ts'

/** A real rsyslogd on this machine, with the configuration of docs/operations.md. */
export type Rsyslog = {
  /** The settings that use it. */
  readonly env: Record<string, string>
  readonly folder: string
  readonly port: number
  readonly authority: TestCertificate
  /** What it has received, a message each. */
  readonly lines: () => string[]
  /** Starts it, unless it runs. */
  start(): Promise<void>
  /** SIGKILL by default: it writes nothing more. */
  end(signal?: NodeJS.Signals): Promise<void>
}

const documented = (): string =>
  /```rsyslog\n([\s\S]*?)```/.exec(
    readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8'),
  )?.[1] ?? ''

/** @param change alters the documented configuration */
export async function startRsyslog(
  later: Later,
  change: (configuration: string) => string = (same) => same,
): Promise<Rsyslog> {
  const folder = temporaryFolder(later)
  const port = await freePort()
  const authority = makeCertificate(folder, 'ca', 'DNS:ca.exemple.fr')
  makeCertificate(folder, 'server', 'DNS:localhost,IP:127.0.0.1', authority)
  const client = makeCertificate(folder, 'client', 'DNS:coffre.exemple.fr', authority)
  const received = join(folder, 'received')
  const file = join(folder, 'rsyslog.conf')
  writeFileSync(
    file,
    change(documented())
      .replaceAll('/etc/rsyslog.d/tls', folder)
      .replace('/var/log/trousseau.jsonl', received)
      .replace('6514', String(port)),
  )
  let child: ChildProcess | null = null
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null
  const rsyslog: Rsyslog = {
    env: {
      TROUSSEAU_SIEM_URL: `syslog+tls://localhost:${port}`,
      TROUSSEAU_SIEM_CA_FILE: authority.cert,
      TROUSSEAU_SIEM_CERT_FILE: client.cert,
      TROUSSEAU_SIEM_KEY_FILE: client.key,
    },
    folder,
    port,
    authority,
    lines: () => {
      const text = existsSync(received) ? readFileSync(received, 'utf8') : ''
      return text.split('\n').slice(0, -1)
    },
    start: async () => {
      if (isRunning()) return
      child = spawn('/usr/sbin/rsyslogd', ['-n', '-f', file, '-i', join(folder, 'rsyslog.pid')], {
        stdio: 'ignore',
      })
      await listening(child, port)
    },
    end: async (signal = 'SIGKILL') => {
      if (!child || !isRunning()) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
  later(() => rsyslog.end())
  await rsyslog.start()
  return rsyslog
}
