/**
 * `npm run test:directory`: Trousseau, as a real process, beside a real Active Directory (Samba) and a real Postfix, as
 * docs/operations.md describes them. Each line is a check. Parts of sentences as arguments run the checks that have one of them.
 *
 * As root on Debian: it installs its programs. Networks, folders and processes belong to namespaces that end with it.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { directoryPrograms, installPrograms } from '../programs.ts'
import type { Check, Place } from './check.ts'
import { doctorChecks } from './checks/doctor.ts'
import { groupChecks } from './checks/groups.ts'
import { mailChecks } from './checks/mail.ts'
import { officeChecks } from './checks/office.ts'
import { peopleChecks } from './checks/people.ts'
import { refusalChecks } from './checks/refusals.ts'
import { serviceAccountChecks } from './checks/service-account.ts'
import { settingsChecks } from './checks/settings.ts'
import { createNetwork, ldaps, base, service, serviceDn, startDomain, trustOnMachine } from './domain.ts'
import { startPostfix, sender } from './postfix.ts'
import { Product } from './product.ts'

/** The checks, in their order. Each file of checks/ has those of one part of the product. */
const all: readonly Check[] = [
  ...refusalChecks,
  ...settingsChecks,
  ...groupChecks,
  ...peopleChecks,
  ...officeChecks,
  ...serviceAccountChecks,
  ...doctorChecks,
  ...mailChecks,
]

const inside = 'TROUSSEAU_DIRECTORY_FOLDER'
const folderInside = process.env[inside]
if (folderInside === undefined) process.exit(startInside())
process.exit(await runChecks(folderInside))

function startInside(): number {
  if (process.getuid?.() !== 0) {
    console.error('run it as root: it creates networks and mounts of its own')
    return 2
  }
  const missing = installPrograms(directoryPrograms)
  if (missing.length > 0) {
    console.error(`Missing packages of Debian: ${missing.join(', ')}`)
    return 2
  }
  const folder = mkdtempSync(join(tmpdir(), 'trousseau-directory-'))
  // The shell reaps what ended, as an init does.
  const namespaces = '--net --mount --uts --ipc --pid --fork --mount-proc --kill-child'.split(' ')
  const script = [process.execPath, fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  const { status } = spawnSync(
    'unshare',
    [...namespaces, '/bin/sh', '-c', '"$@" & wait $!', 'sh', ...script],
    {
      stdio: 'inherit',
      env: { ...process.env, [inside]: folder },
    },
  )
  if (status === 0) rmSync(folder, { recursive: true, force: true })
  else console.error(`the logs are in ${folder}`)
  return status ?? 1
}

async function runChecks(folder: string): Promise<number> {
  const begun = performance.now()
  const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`
  // Postfix reads its certificate as another account.
  chmodSync(folder, 0o755)
  createNetwork(folder)
  const domain = await startDomain(folder)
  trustOnMachine(domain.authority, folder)
  const mail = startPostfix(folder, domain.authority)
  const product = new Product(join(folder, 'data'), {
    LDAP_URL: ldaps,
    LDAP_BIND_DN: serviceDn,
    LDAP_BIND_PASSWORD: service.password,
    LDAP_BASE_DN: base,
    LDAP_TIMEOUT_SECONDS: '20',
    SMTP_URL: mail.url,
    TROUSSEAU_MAIL_FROM: `Trousseau <${sender}>`,
  })
  const place: Place = { product, domain, mail, folder }
  await product.start()
  console.log(`domain, mail server and product: ready after ${seconds(begun)}`)

  const wanted = process.argv.slice(2)
  const chosen = all.filter(
    ([sentence]) => wanted.length === 0 || wanted.some((part) => sentence.includes(part)),
  )
  let failed = 0
  for (const [sentence, prove] of chosen) {
    const since = performance.now()
    try {
      const figure = await prove(place)
      console.log(`ok      ${sentence} (${seconds(since)}${figure ? `; ${figure}` : ''})`)
    } catch (error) {
      failed += 1
      console.log(`FAILED  ${sentence}\n${error instanceof Error ? error.stack : String(error)}`)
    }
  }
  await product.stop()
  console.log(`${chosen.length - failed} passed, ${failed} failed, in ${seconds(begun)}`)
  return failed === 0 && chosen.length > 0 ? 0 : 1
}
