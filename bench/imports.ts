import { createCipheriv } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '../src/server/platform/database/engine.ts'
import { insertChest } from '../src/server/vault/chests/chest-rows.ts'
import { zipOf } from '../src/server/vault/imports/formats/samples/zip-writer.ts'
import { beginSeeding, makeInstallation, type Installation } from './installation.ts'
import { headersOf } from './loads.ts'
import { entryOf } from './names.ts'
import { startProbe, waitsOf, type Waits } from './probe.ts'
import type { Figure } from './report.ts'
import { addAccount, addSession } from './seed.ts'
import { startServer } from './server.ts'
import { single } from './singles.ts'

const sizes = { items: 10_000, files: 100, fileBytes: 200_000 } as const
/** Issue 17: an import with attachments, and what others wait meanwhile. */
const limits = { importMs: 30_000, readMs: 20, writeMs: 300 } as const
const writeEveryMs = 50
/** The time after which a started server has settled, and as long again with the requests of others. */
const settledMs = 4_000
/** How long others are measured without an import: about as long as one takes. */
const ceilingMs = 4_000

/** Adds a person with two chests: one to import into, and one in which others write meanwhile. */
async function seedImports(installation: Installation) {
  const { database, keys, chestKeys } = await beginSeeding(installation)
  const { id: createdBy } = await addAccount(database, keys, 'camille.martin')
  const chestOf = (name: string) =>
    database.db
      .transaction()
      .execute((tx) =>
        insertChest(tx, chestKeys, { name, description: '', createdBy, at: Date.now(), bankId: null }),
      )
  const [chest, other] = [await chestOf('Reprise'), await chestOf('Autre')]
  const cookie = await addSession(database, createdBy)
  await database.close()
  return { cookie, chestId: chest.id, otherId: other.id }
}

/** Returns a ZIP of Bitwarden: entries of usual sizes, every hundredth with a file that hardly compresses. @param year in every password */
function exportOf(year: number): Uint8Array {
  const each = sizes.items / sizes.files
  const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16, 1), Buffer.alloc(16))
  const files: Record<string, Uint8Array> = {}
  const items = Array.from({ length: sizes.items }, (_, index) => {
    const { name, login, address } = entryOf(index)
    const id = `id-${index}`
    if (index % each === 0)
      files[`attachments/${id}/contrat-${index}.pdf`] = noise.update(Buffer.alloc(sizes.fileBytes))
    const secrets = { username: login, password: `Mot-de-passe-${index}-${year}!`, uris: [{ uri: address }] }
    return { id, type: 1, name, notes: 'Les accès de la ville.', login: secrets }
  })
  return zipOf({ 'data.json': JSON.stringify({ encrypted: false, folders: [], items }), ...files })
}

/** Creates items one after the other until it is stopped. */
function startWriter(url: string, headers: Record<string, string>, chestId: number) {
  const stopped = new AbortController()
  const run = async (): Promise<Waits> => {
    const times: number[] = []
    for (let count = 0; !stopped.signal.aborted; count += 1) {
      const since = performance.now()
      const body = JSON.stringify({ chestId, name: `Pendant ${count}`, password: `Un-autre-${count}!` })
      const reply = await fetch(`${url}/api/item/`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      })
      if (!reply.ok) throw new Error(`an item was answered ${reply.status}: ${await reply.text()}`)
      times.push(performance.now() - since)
      await pause(writeEveryMs)
    }
    return waitsOf(times)
  }
  const running = run()
  return () => {
    stopped.abort()
    return running
  }
}

/** Measures an import of 10,000 entries with 100 attached files: preview, application, and the same file again. */
export async function* measureImports(engine: Engine): AsyncGenerator<Figure> {
  const installation = await makeInstallation(engine)
  try {
    const { cookie, chestId, otherId } = await seedImports(installation)
    const headers = headersOf(cookie)
    const server = await startServer({ entry: 'src/server/main.ts', ...installation })
    const [first, second] = [exportOf(2025), exportOf(2026)]
    const send = async <Reply>(
      path: string,
      file: Uint8Array,
      fields: Record<string, string> = {},
    ): Promise<Reply> => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ chestId: String(chestId), ...fields }))
        form.append(name, value)
      form.append('file', new Blob([new Uint8Array(file)]), 'export.zip')
      const reply = await fetch(server.url + path, { method: 'POST', headers, body: form })
      if (!reply.ok) throw new Error(`${path} was answered ${reply.status}: ${await reply.text()}`)
      return (await reply.json()) as Reply
    }
    const timed = async <Result>(work: () => Promise<Result>) => {
      const probe = startProbe(server.url, headers)
      await probe.opened()
      const stopWriter = startWriter(server.url, headers, otherId)
      const since = performance.now()
      const result = await work()
      const took = performance.now() - since
      return { result, took, write: await stopWriter(), read: await probe.stop() }
    }
    const preview = (file: Uint8Array) =>
      send<{ plan: string; counts: Record<string, number> }>('/api/import/preview', file)
    const apply = (file: Uint8Array, plan: string) =>
      send<{ importId: number }>('/api/import/apply', file, { plan })
    try {
      await pause(settledMs)
      await timed(() => pause(settledMs))
      const alone = await timed(() => pause(ceilingMs))
      const before = server.memory()
      const seen = await timed(() => preview(first))
      const applied = await timed(() => apply(first, seen.result.plan))
      const again = await timed(() => preview(first))
      if (again.result.counts['identical'] !== sizes.items) throw new Error('the second import differs')
      const changed = await preview(second)
      if (changed.counts['changed'] !== sizes.items) throw new Error('the second file is not a changed one')
      const updated = await timed(() => apply(second, changed.plan))
      const undone = await timed(async () => {
        const path = `${server.url}/api/import/${updated.result.importId}/undo`
        const reply = await fetch(path, { method: 'POST', headers })
        if (!reply.ok) throw new Error(`an undo was answered ${reply.status}: ${await reply.text()}`)
      })
      const peak = server.peakMemory() - before
      const figure = (
        name: string,
        value: number,
        label: string,
        limit?: number,
        unit: 'ms' | 'MiB' = 'ms',
      ) => single(installation, name, value, { label, unit, ...(limit !== undefined && { limit }) })
      const others = function* (name: string, { read, write }: { read: Waits; write: Waits }) {
        yield figure(`${name}-read`, read.longestMs, '  longest light request meanwhile', limits.readMs)
        yield figure(`${name}-read-p99`, read.p99Ms, '  p99 of these')
        yield figure(`${name}-read-median`, read.medianMs, '  median of these')
        yield figure(`${name}-write`, write.longestMs, '  longest write of another chest', limits.writeMs)
        yield figure(`${name}-write-p99`, write.p99Ms, '  p99 of these')
      }
      yield figure('import-alone', alone.took, 'ceiling: the same requests without an import')
      yield* others('import-alone', alone)
      yield figure('import-preview', seen.took, 'preview of 10,000 entries with 100 attachments')
      yield* others('import-preview', seen)
      yield figure('import-apply', applied.took, 'their import', limits.importMs)
      yield* others('import', applied)
      yield figure('import-again', again.took, 'preview of the same file again')
      yield* others('import-again', again)
      yield figure('import-changed', updated.took, 'import of a file in which every password is another')
      yield* others('import-changed', updated)
      yield figure('import-undone', undone.took, 'its undoing')
      yield* others('import-undone', undone)
      yield figure('import-memory', peak, 'memory that all this took at most', undefined, 'MiB')
    } finally {
      await server.stop()
    }
  } finally {
    await installation.remove()
  }
}
