import { attachmentLimits } from '#domain/platform/limits.ts'

/** The name of a file whose own name is empty or holds nothing that can be shown. */
export const unnamedFile = 'fichier'

/** Controls, line and paragraph separators, the marks that change the direction of a text, and halves of pairs. */
const hiddenCharacters = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * Returns the name of a file as it is stored: one line, without folders, at most 255 characters. A long name keeps its
 * extension.
 */
export function attachmentName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  const name = last.replace(hiddenCharacters, '').trim()
  if (name === '' || /^\.+$/.test(name)) return unnamedFile
  if (name.length <= attachmentLimits.name) return name
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? ''
  // Cutting between the halves of a pair would leave one of them.
  return name.slice(0, attachmentLimits.name - ending.length).replace(/\p{Cs}$/u, '') + ending
}

/** The types that browsers show without running anything of the file. */
export const previewTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'] as const
export type PreviewType = (typeof previewTypes)[number]

/** The bytes from which `previewTypeOf` judges a file. */
export const signatureBytes = 16

const latin1 = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0))
const signatures: readonly (readonly [PreviewType, at: number, bytes: readonly number[]])[] = [
  ['image/png', 0, [0x89, ...latin1('PNG\r\n\x1a\n')]],
  ['image/jpeg', 0, [0xff, 0xd8, 0xff]],
  ['image/gif', 0, latin1('GIF87a')],
  ['image/gif', 0, latin1('GIF89a')],
  ['image/webp', 8, latin1('WEBPVP8')],
  ['application/pdf', 0, latin1('%PDF-')],
]

/** Returns the type of a file by its first bytes, whatever its name; null for one that is not previewed. */
export function previewTypeOf(start: Uint8Array): PreviewType | null {
  const found = signatures.find(([, at, bytes]) => bytes.every((byte, index) => start[at + index] === byte))
  if (found === undefined) return null
  const isRiff = latin1('RIFF').every((byte, index) => start[index] === byte)
  return found[0] === 'image/webp' && !isRiff ? null : found[0]
}
