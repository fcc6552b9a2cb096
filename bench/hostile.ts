import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { api } from '../src/contract/api.ts'
import type { Endpoint } from '../src/contract/platform/endpoint.ts'
import { peopleIn } from '../src/domain/office/new-people.ts'
import type { Engine } from '../src/server/platform/database/engine.ts'
import { withHostileTexts } from '../src/server/testing/hostile.ts'
import { sampleParts, type SampleParts } from '../src/server/testing/samples.ts'
import { slowCsvFiles } from '../src/server/vault/imports/csv-shapes-testing.ts'
import { readCsv } from '../src/server/vault/imports/csv.ts'
import { slowFiles } from '../src/server/vault/imports/formats/slow-files-testing.ts'
import { slowKeePassFiles } from '../src/server/vault/imports/keepass-shapes-testing.ts'
import { readKeePass } from '../src/server/vault/imports/keepass.ts'
import { beginSeeding, closeSeeded, makeInstallation, type Installation } from './installation.ts'
import { headersOf } from './loads.ts'
import type { Figure } from './report.ts'
import { addAccount, addSession } from './seed.ts'
import { startServer } from './server.ts'
import { single } from './singles.ts'

/**
 * Far above a refusal or the reading of the largest usual file, and below what would block a server. Issue 17 has the
 * limits of a file: the processor time bounds any hold of the event loop.
 */
const limits = { requestMs: 4_000, fileMs: 2_000, fileMebibytes: 200 } as const

/** Requests with a body and no file: a file is measured by its reader. */
const endpoints = (Object.values(api).flatMap((feature) => Object.values(feature)) as Endpoint[]).filter(
  ({ method, multipart }) => method !== 'GET' && !multipart?.file,
)
const unknownId = 999_999

/** Seeds a session for each endpoint, since some end it. */
async function seedSessions(installation: Installation): Promise<string[]> {
  const { database, keys } = await beginSeeding(installation)
  const { id } = await addAccount(database, keys, 'camille.martin')
  const cookies: string[] = []
  for (const _ of endpoints) cookies.push(await addSession(database, id))
  await closeSeeded(database, installation.engine)
  return cookies
}

const pathOf = (endpoint: Endpoint, { params }: SampleParts): string =>
  endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

const bodiesOf = (endpoint: Endpoint, parts: SampleParts): string[] => [
  ...withHostileTexts(parts).map(({ body }) => JSON.stringify(body ?? {})),
  JSON.stringify({ name: 'x'.repeat(10 * 1024 * 1024) }),
  '['.repeat(100_000),
  `${'['.repeat(60_000)}${']'.repeat(60_000)}`,
  '{"folders":'.repeat(20_000),
]

/** Measures the longest reply to hostile texts and bodies, over every call with a body. */
export async function* measureHostileRequests(engine: Engine): AsyncGenerator<Figure> {
  const installation = await makeInstallation(engine)
  try {
    const cookies = await seedSessions(installation)
    const server = await startServer({ entry: 'src/server/main.ts', ...installation })
    try {
      let longest = { ms: 0, name: '' }
      for (const [index, endpoint] of endpoints.entries()) {
        const headers = { ...headersOf(cookies[index] ?? ''), 'content-type': 'application/json' }
        const parts = sampleParts(endpoint, () => unknownId)
        const path = pathOf(endpoint, parts)
        for (const body of bodiesOf(endpoint, parts)) {
          const since = performance.now()
          const reply = await fetch(server.url + path, { method: endpoint.method, headers, body })
          await reply.arrayBuffer()
          const ms = performance.now() - since
          if (ms > longest.ms) longest = { ms, name: `${endpoint.method} ${endpoint.path}` }
        }
      }
      yield single(installation, 'hostile-requests', longest.ms, {
        label: 'longest reply to a hostile request',
        unit: 'ms',
        limit: limits.requestMs,
        note: longest.name,
      })
    } finally {
      await server.stop()
    }
  } finally {
    await installation.remove()
  }
}

/** Pasted lists of people, of shapes that make naive patterns slow. */
const slowLists = () => ['"'.repeat(20_000), '<'.repeat(20_000), 'a@'.repeat(10_000), '" ,'.repeat(7_000)]

/** Measures the processor time of reading files of shapes that make naive parsers slow. */
export async function* measureHostileFiles(): AsyncGenerator<Figure> {
  const readers = [
    ['csv', slowCsvFiles, readCsv],
    ['keepass', slowKeePassFiles, readKeePass],
    ['people', slowLists, (bytes: Uint8Array) => peopleIn(new TextDecoder().decode(bytes))],
  ] as const
  for (const [name, filesOf, read] of readers) {
    let longest = { ms: 0, file: '' }
    for (const file of filesOf()) {
      const bytes = new TextEncoder().encode(file)
      const spent = process.threadCpuUsage()
      await read(bytes)
      const { user, system } = process.threadCpuUsage(spent)
      const ms = (user + system) / 1_000
      if (ms > longest.ms) longest = { ms, file: file.slice(0, 30) }
    }
    yield single({ engine: 'sqlite' }, `hostile-${name}`, longest.ms, {
      label: `processor time of a hostile ${name} file`,
      unit: 'ms',
      limit: limits.fileMs,
      note: JSON.stringify(longest.file),
    })
  }
}

type Taken = {
  readonly ms: number
  readonly mebibytes: number
  readonly outcome: string
}

const run = promisify(execFile)

/**
 * Measures the files that make naive readers of the fourth source slow, each in a process of its own: processor time, and
 * memory, the bytes of the file included.
 */
export async function* measureHostileFormats(): AsyncGenerator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'trousseau-hostile-'))
  const path = join(folder, 'file')
  try {
    for (const [family, files] of Map.groupBy(slowFiles(), (file) => file.family)) {
      const taken: (Taken & { readonly name: string })[] = []
      for (const { name, make, reading } of files) {
        writeFileSync(path, await make())
        const password = reading?.password ? [reading.password.reveal()] : []
        const { stdout } = await run(process.execPath, ['bench/read-file.ts', path, ...password])
        taken.push({ name, ...(JSON.parse(stdout) as Taken) })
      }
      const most = (key: 'ms' | 'mebibytes', label: string, unit: 'ms' | 'MiB', limit: number) => {
        const worst = taken.reduce((one, other) => (other[key] > one[key] ? other : one))
        const note = `${worst.name}: ${worst.outcome}, of ${taken.length} files`
        return single({ engine: 'sqlite' }, `hostile-${family}-${key}`, worst[key], {
          label,
          unit,
          limit,
          note,
        })
      }
      yield most('ms', `processor time of a hostile ${family} file`, 'ms', limits.fileMs)
      yield most('mebibytes', '  memory', 'MiB', limits.fileMebibytes)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
