import { randomBytes } from 'node:crypto'
import type { Reply } from '#server/testing/app.ts'
import type { ContentWorld } from '#server/vault/contents/content-testing.ts'

/** Returns a form with one file. */
export function formOf(bytes: Uint8Array, name = 'contrat.pdf', field = 'file'): FormData {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)]), name)
  return form
}

/** Returns a PDF of this size by its first bytes; the rest is random. */
export const pdfOf = (size: number): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(Math.max(0, size - 9))]).subarray(0, size)

export type Listed = {
  id: number
  name: string
  size: number
  preview: string | null
  creator: string
  createdAt: string
}

/** Helpers that attach, list and read files through the API. */
export const attachmentsIn = (at: Pick<ContentWorld, 'call'>) => {
  const add = (item: number, bytes: Uint8Array, name?: string, cookie?: string): Promise<Reply> =>
    at.call('POST', `/api/item/${item}/attachment`, formOf(bytes, name), cookie)
  return {
    add,
    attach: async (item: number, bytes: Uint8Array, name?: string): Promise<number> => {
      const reply = await add(item, bytes, name)
      if (reply.status !== 201) throw new Error(`not attached: ${reply.status} ${reply.text}`)
      return (reply.body as { id: number }).id
    },
    get: (item: number, id: number, cookie?: string) =>
      at.call('GET', `/api/item/${item}/attachment/${id}`, undefined, cookie),
    listed: async (item: number) => {
      const { body } = await at.call('GET', `/api/item/${item}`)
      return body as { attachments: Listed[]; removedAttachments: Listed[] }
    },
  }
}
