import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { endingOf } from '#domain/platform/file-endings.ts'
import { fieldLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { fileTooLarge } from '#texts/platform/lists.ts'
import { refusalOf } from './errors.ts'
import { unicodeRule } from './validate.ts'

/** A file of a multipart request, whole in memory: its size is bounded by the endpoint. */
export type UploadedFile = { readonly name: string; readonly bytes: Uint8Array }

export type Form = {
  fields: Record<string, string>
  file: UploadedFile | null
  /** The endpoint's other file part; null without it. */
  second: UploadedFile | null
}

const maxFields = 30

/**
 * Reads a multipart body into plain fields and the files that the endpoint names, each at most once and within its limit.
 * A field sent twice, an unexpected file or one under another name is refused, like an unknown field in JSON.
 */
export async function readForm(request: FastifyRequest, endpoint: Endpoint): Promise<Form> {
  try {
    return await readParts(request, endpoint)
  } catch (error) {
    // The parser's own errors (a truncated form, a broken header) have no code: the sender must correct them.
    throw refusalOf(error) ?? invalid('')
  }
}

async function readParts(request: FastifyRequest, endpoint: Endpoint): Promise<Form> {
  const { file: expected, second } = endpoint.multipart ?? {}
  const limits = {
    fields: maxFields,
    fieldSize: endpoint.multipart?.fieldBytes ?? fieldLimits.description * 4,
    files: [expected, second].filter(Boolean).length,
    fileSize: Math.max(1, expected?.maxBytes ?? 0, second?.maxBytes ?? 0),
    parts: maxFields + 2,
  }
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  const files: { file: UploadedFile | null; second: UploadedFile | null } = { file: null, second: null }
  let announced = Number(request.headers['content-length'] ?? 0)
  // The parser may report a large file only after accepting it, truncated at the limit.
  const options = { limits, throwFileSizeLimit: false }
  for await (const part of request.parts(options)) {
    if (part.type === 'file') {
      const bytes = await bytesOf(part.file, Math.min(announced, limits.fileSize))
      // A body in chunks announces no length.
      announced = Math.max(0, announced - bytes.length)
      const as = second && part.fieldname === second.field ? 'second' : 'file'
      const rule = as === 'second' ? second : expected
      const refusal = refusalOfFile(part.filename, bytes.length, part.file.truncated, rule)
      if (refusal) throw refusal
      if (part.fieldname !== rule?.field || files[as]) throw invalid(part.fieldname)
      files[as] = { name: part.filename, bytes }
    } else {
      if (part.valueTruncated)
        throw new Refusal('TOO_LARGE', { details: { field: `body/${part.fieldname}` } })
      if (part.fieldname in fields || typeof part.value !== 'string') throw invalid(part.fieldname)
      // The parser's replacement for bytes that are no UTF-8, and browsers' for half of a surrogate pair.
      if (part.value.includes('\uFFFD')) throw invalid(part.fieldname, unicodeRule)
      fields[part.fieldname] = part.value
    }
  }
  return { fields, ...files }
}

/**
 * Returns the bytes of a file, copied as they arrive: joining 20 MB at the end would hold others up for 80 ms.
 * @param most bytes that are expected; more are taken as well
 */
async function bytesOf(parts: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array> {
  let bytes = Buffer.allocUnsafeSlow(most)
  let size = 0
  for await (const part of parts) {
    if (size + part.length > bytes.length)
      bytes = Buffer.concat([bytes.subarray(0, size), part], 2 * (size + part.length))
    else bytes.set(part, size)
    size += part.length
  }
  return bytes.subarray(0, size)
}

type FileRule = NonNullable<NonNullable<Endpoint['multipart']>['file']>

/** Returns why a file is refused for its kind or its size, by the limit of its kind. */
function refusalOfFile(
  // A part of bytes counts as a file even without a name, whatever its type.
  name: string | undefined,
  size: number,
  isCut: boolean,
  expected: FileRule | undefined,
): Refusal | null {
  if (!expected) return invalid('')
  const { maxBytes = 1, maxBytesByEnding = { '': maxBytes } } = expected
  const ending = endingOf(name ?? '', Object.keys(maxBytesByEnding))
  if (ending === null) return new Refusal('UNSUPPORTED_FORMAT')
  const limit = maxBytesByEnding[ending] ?? maxBytes
  if (!isCut && size <= limit) return null
  return new Refusal('TOO_LARGE', { sentence: fileTooLarge(limit) })
}

/** Returns a file name without the escapes that browsers write in a form for what would end its header. */
const unescaped = (name: string): string => name.replace(/%(?:22|0[AD])/g, decodeURIComponent)

/** A file as it arrives. `parts` ends with a refusal when the file is too large or the form is not whole. */
export type IncomingFile = { readonly name: string; readonly parts: AsyncIterable<Uint8Array> }

/**
 * Begins to read a form that is one file, without holding it: what is not read yet waits at the sender.
 * @throws Refusal INVALID_REQUEST when the form begins with anything else
 */
export async function receiveFile(
  request: FastifyRequest,
  { multipart }: Endpoint,
  { maxBytes, tooLarge }: { readonly maxBytes: number; readonly tooLarge: () => Refusal },
): Promise<IncomingFile> {
  const limits = { fields: 0, files: 1, fileSize: maxBytes, parts: 1 }
  // A file that is too large is cut at the limit, and refused when it was read that far.
  const options = { limits, throwFileSizeLimit: false }
  const form = request.parts(options)
  const next = async () => {
    try {
      return await form.next()
    } catch (error) {
      throw refusalOf(error) ?? invalid('')
    }
  }
  const { value: part } = await next()
  if (part?.type !== 'file') throw invalid('')
  const { file, filename, fieldname } = part
  async function* parts(): AsyncGenerator<Uint8Array> {
    try {
      for await (const bytes of file) yield bytes as Uint8Array
    } catch (error) {
      throw refusalOf(error) ?? invalid('')
    } finally {
      // Otherwise the parser would keep the rest of the body from being read and dropped.
      file.destroy()
    }
    if (file.truncated) throw tooLarge()
    // The end of the form: whatever follows the file is refused.
    if (!(await next()).done) throw invalid('')
  }
  if (fieldname !== multipart?.file?.field) {
    file.destroy()
    throw invalid(fieldname)
  }
  // A part of bytes counts as a file even without a name.
  return { name: unescaped((filename as string | undefined) ?? ''), parts: parts() }
}

const invalid = (field: string, rule = 'unexpected'): Refusal => {
  const path = field === '' ? 'body' : `body/${field.slice(0, 100)}`
  return new Refusal('INVALID_REQUEST', { details: { field: path, rule } })
}
