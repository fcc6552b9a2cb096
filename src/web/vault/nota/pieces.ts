import type { NotaContent } from '#domain/vault/nota-content.ts'

/** A piece of a message as text. The preview may mask a secret one. */
export type Piece = { readonly text: string; readonly isSecret: boolean }

/** Returns a message as text, in pieces: a line for each field, then the text. */
export function piecesOf({ fields, text }: NotaContent): Piece[] {
  const pieces = fields.flatMap(({ label, value, isSecret }, index): Piece[] => [
    { text: `${index === 0 ? '' : '\n'}${label}\u00a0: `, isSecret: false },
    { text: value, isSecret },
  ])
  if (text === '') return pieces
  return [...pieces, { text: pieces.length === 0 ? text : `\n\n${text}`, isSecret: false }]
}

export const textOf = (content: NotaContent): string =>
  piecesOf(content)
    .map(({ text }) => text)
    .join('')
