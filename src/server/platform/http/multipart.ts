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

export type Form = { fields: Record<string, string>; file: UploadedFile | null }

const maxFields = 30

/**
 * Reads a multipart body into plain fields and at most one file, within the endpoint's limits. A field sent
 * twice, an unexpected file or one under another name is refused, like an unknown field in JSON.
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
  const expected = endpoint.multipart?.file
  const limits = {
    fields: maxFields,
    fieldSize: endpoint.multipart?.fieldBytes ?? fieldLimits.description * 4,
    files: expected ? 1 : 0,
    fileSize: expected ? expected.maxBytes : 1,
    parts: maxFields + 1,
  }
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  let file: UploadedFile | null = null
  // The parser may report a large file only after accepting it, truncated at the limit.
  const options = { limits, throwFileSizeLimit: false }
  for await (const part of request.parts(options)) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer()
      const refusal = refusalOfFile(part.filename, bytes.length, part.file.truncated, expected)
      if (refusal) throw refusal
      if (part.fieldname !== expected?.field || file) throw invalid(part.fieldname)
      file = { name: part.filename, bytes }
    } else {
      if (part.valueTruncated)
        throw new Refusal('TOO_LARGE', { details: { field: `body/${part.fieldname}` } })
      if (part.fieldname in fields || typeof part.value !== 'string') throw invalid(part.fieldname)
      // The parser's replacement for bytes that are no UTF-8, and browsers' for half of a surrogate pair.
      if (part.value.includes('\uFFFD')) throw invalid(part.fieldname, unicodeRule)
      fields[part.fieldname] = part.value
    }
  }
  return { fields, file }
}

/** Returns why a file is refused for its kind or its size, by the limit of its kind. */
function refusalOfFile(
  // A part of bytes counts as a file even without a name, whatever its type.
  name: string | undefined,
  size: number,
  isCut: boolean,
  expected: NonNullable<Endpoint['multipart']>['file'],
): Refusal | null {
  if (!expected) return invalid('')
  const { maxBytes, maxBytesByEnding = { '': maxBytes } } = expected
  const ending = endingOf(name ?? '', Object.keys(maxBytesByEnding))
  if (ending === null) return new Refusal('UNSUPPORTED_FORMAT')
  const limit = maxBytesByEnding[ending] ?? maxBytes
  if (!isCut && size <= limit) return null
  return new Refusal('TOO_LARGE', { sentence: fileTooLarge(limit) })
}

const invalid = (field: string, rule = 'unexpected'): Refusal => {
  const path = field === '' ? 'body' : `body/${field.slice(0, 100)}`
  return new Refusal('INVALID_REQUEST', { details: { field: path, rule } })
}
