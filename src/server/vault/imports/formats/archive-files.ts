import type { Yielder } from '#server/vault/contents/yielder.ts'
import { decode } from '../file-bytes.ts'
import type { ImportRefused } from '../model.ts'
import { tell, type Draft } from './entry-draft.ts'
import type { FoundFile } from './found.ts'
import { parseJsonPaced, tooManyValues } from './paced-json.ts'
import type { Archive } from './zip.ts'

/** Returns a file of an archive as an attachment; null if the archive lacks it. @param name as people named it */
export function archivedFile(archive: Archive, path: string, name: string): FoundFile | null {
  const file = archive.take(path)
  return file && { name, ...file }
}

/** Reads a text of an archive, in UTF-8. */
export async function readArchivedText(
  archive: Archive,
  path: string,
): Promise<{ readonly ok: true; readonly text: string } | ImportRefused> {
  const read = await archive.read(path)
  return read.ok ? decode(read.bytes, 'utf-8') : read
}

/** Reads a JSON file of an archive. */
export async function readArchivedJson(
  archive: Archive,
  path: string,
  yielder: Yielder,
): Promise<{ readonly ok: true; readonly value: unknown } | ImportRefused> {
  const read = await readArchivedText(archive, path)
  if (!read.ok) return read
  const value = await parseJsonPaced(read.text, yielder)
  if (value === tooManyValues) return { ok: false, code: 'TOO_MANY' }
  return value === undefined ? { ok: false, code: 'JSON_MALFORMED' } : { ok: true, value }
}

/** Attaches files that stand in the file itself, and tells those that are damaged or missing. */
export function addEmbeddedFiles(
  draft: Draft,
  files: readonly { readonly name: string; readonly content: string }[],
): void {
  const missing: string[] = []
  for (const { name, content } of files) {
    const file = embeddedFile(name, content)
    if (file) draft.files.push(file)
    else missing.push(name)
  }
  if (missing.length > 0) tell(draft, 'ATTACHMENT_MISSING', missing.join(', '))
}

const notBase64 = /[^A-Za-z0-9+/_=-]/

/** Returns an attachment that stands in the file as base64, or as a `data:` address; null if it is damaged. */
function embeddedFile(name: string, text: string): FoundFile | null {
  const content = text.startsWith('data:') ? text.slice(text.indexOf(',') + 1) : text
  const letters = content.replaceAll(/\s/g, '')
  if (letters === '' || notBase64.test(letters)) return null
  const padding = letters.endsWith('==') ? 2 : letters.endsWith('=') ? 1 : 0
  const size = Math.floor(((letters.length - padding) * 3) / 4)
  return { name, size, read: async () => Buffer.from(letters, 'base64') }
}
