/** The programs that `npm test` uses besides Node, and how they are installed. */
import { spawnSync, type SpawnSyncOptions } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program, the Debian package that has it and the tests that use it. */
export type Program = {
  readonly name: string
  readonly debian: string
  readonly usedBy: string
  /** Patterns of its file, for one that is not on the path. */
  readonly places?: readonly string[]
}

export const programs: readonly Program[] = [
  {
    name: 'chromium-headless-shell',
    debian: 'chromium-headless-shell',
    usedBy: 'the journeys and the parts of the design system',
  },
  { name: 'chromium', debian: 'chromium', usedBy: 'the journeys of previews of PDF files and of a day' },
  {
    name: 'initdb',
    debian: 'postgresql',
    usedBy: 'all suites of queries, transactions and locks',
    places: ['/usr/lib/postgresql/*/bin/initdb'],
  },
  { name: 'pgbouncer', debian: 'pgbouncer', usedBy: 'the suite of places of PostgreSQL' },
  { name: 'slapd', debian: 'slapd', usedBy: 'the suites and journeys of directories' },
  { name: 'slapadd', debian: 'slapd', usedBy: 'the suites and journeys of directories' },
  { name: 'rsyslogd', debian: 'rsyslog', usedBy: 'the suite of events for a SIEM' },
  {
    name: 'lmnsd_ossl.so',
    debian: 'rsyslog-openssl',
    usedBy: 'the suite of events for a SIEM, over TLS',
    places: ['/usr/lib/*/rsyslog/lmnsd_ossl.so'],
  },
  { name: 'nginx', debian: 'nginx', usedBy: 'the suite of the samples for proxies' },
  { name: 'haproxy', debian: 'haproxy', usedBy: 'the suite of the samples for proxies' },
  { name: 'caddy', debian: 'caddy', usedBy: 'the suite of the samples for proxies' },
  {
    name: 'keepassxc-cli',
    debian: 'keepassxc',
    usedBy: 'the journey of exports, and the suite of databases for other programs',
  },
  { name: 'python3', debian: 'python3', usedBy: 'the suite of databases for other programs' },
  {
    name: 'pykeepass',
    debian: 'python3-pykeepass',
    usedBy: 'the suite of databases for other programs',
    places: ['/usr/lib/python3/dist-packages/pykeepass/__init__.py'],
  },
  { name: 'openssl', debian: 'openssl', usedBy: 'the suites of directories and mail over TLS' },
  { name: 'git', debian: 'git', usedBy: 'the suite of releases' },
  { name: 'tar', debian: 'tar', usedBy: 'the suite of releases' },
]

/** The further programs of `npm run test:browsers`. */
export const browserPrograms: readonly Program[] = [
  { name: 'firefox-esr', debian: 'firefox-esr', usedBy: 'the journeys of a day in Firefox' },
  { name: 'WebKitWebDriver', debian: 'webkit2gtk-driver', usedBy: 'the journeys of a day in WebKit' },
  { name: 'Xvfb', debian: 'xvfb', usedBy: 'both: a screen with a clipboard' },
  { name: 'xdotool', debian: 'xdotool', usedBy: 'both: a mouse that starts real drags' },
  { name: 'xclip', debian: 'xclip', usedBy: 'both: another program that reads and writes the clipboard' },
]

/** The further programs of `npm run test:directory`. */
export const directoryPrograms: readonly Program[] = [
  { name: 'samba', debian: 'samba-ad-dc', usedBy: 'the domain controller' },
  {
    name: 'schema',
    debian: 'samba-ad-provision',
    usedBy: 'its provisioning',
    places: ['/usr/share/samba/setup/ad-schema'],
  },
  { name: 'ldbadd', debian: 'ldb-tools', usedBy: 'its people, added at once' },
  { name: 'postfix', debian: 'postfix', usedBy: 'the mail server' },
  { name: 'ip', debian: 'iproute2', usedBy: 'a network of their own' },
  { name: 'openssl', debian: 'openssl', usedBy: 'their certificates' },
  { name: 'update-ca-certificates', debian: 'ca-certificates', usedBy: 'the authorities of the machine' },
]

/** Servers stand in folders that the path of an ordinary account leaves out. */
const folders = (): string[] => [
  ...(process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== ''),
  '/usr/local/sbin',
  '/usr/sbin',
  '/sbin',
]

/** Whether a program of the table is installed. */
const isInstalled = ({ name, places = [] }: Program): boolean =>
  folders().some((folder) => existsSync(join(folder, name))) ||
  places.some((pattern) => globSync(pattern).length > 0)

/** Returns the Debian packages of the programs that are missing. */
function missingPackages(needed: readonly Program[]): string[] {
  return [...new Set(needed.filter((program) => !isInstalled(program)).map(({ debian }) => debian))]
}

/** Installs the missing programs by apt. @returns the packages that it could not install */
export function installPrograms(needed = programs): string[] {
  const missing = missingPackages(needed)
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (missing.length === 0 || !canInstall) return missing
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options: SpawnSyncOptions = { env, stdio: ['ignore', 'ignore', 'inherit'] }
  spawnSync('apt-get', ['update', '-q'], options)
  spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...missing], options)
  return missingPackages(needed)
}
