import { previewTypeOf, signatureBytes, type PreviewType } from '#domain/vault/attachments.ts'

/** What a preview shows. Whoever receives it revokes the address. */
export type Preview = { readonly url: string; readonly type: PreviewType }

/**
 * Returns the address of a file that may be shown: a picture or a PDF by its own first bytes, whatever its name or the
 * server says. Its type is fixed, so that no browser takes it for a page; null for anything else.
 */
export async function previewOf(file: Blob): Promise<Preview | null> {
  const type = previewTypeOf(new Uint8Array(await file.slice(0, signatureBytes).arrayBuffer()))
  return type === null ? null : { type, url: URL.createObjectURL(new Blob([file], { type })) }
}
