import { fieldLimits } from '#domain/platform/limits.ts'
import { itemTexts } from '#texts/vault/items.ts'
import { notaTexts } from '#texts/vault/nota.ts'

/** What of an item a message may carry; an empty field is not offered. */
export const notaFields = ['name', 'login', 'address', 'password'] as const
export type NotaField = (typeof notaFields)[number]

/** What was ticked, with its value, in the order of the fields. */
export type Ticked = readonly { field: NotaField; value: string }[]

/** A piece of the message as it is sent; a secret one may be masked where it is previewed. */
export type Piece = { readonly text: string; readonly isSecret: boolean }

/** The message in pieces: a line for each field, then the text of one's own. */
export function piecesOf(ticked: Ticked, text: string): Piece[] {
  const pieces = ticked.flatMap(({ field, value }, index): Piece[] => [
    { text: `${index === 0 ? '' : '\n'}${itemTexts.fields[field]}\u00a0: `, isSecret: false },
    { text: value, isSecret: field === 'password' },
  ])
  if (text.trim() === '') return pieces
  return [...pieces, { text: pieces.length === 0 ? text : `\n\n${text}`, isSecret: false }]
}

export const messageOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('')

/** What keeps a message from being sent, in French, or null. */
export function faultOf(message: string, nothing: string): string | null {
  if (message === '') return nothing
  return message.length > fieldLimits.notaMessage ? notaTexts.tooLong(fieldLimits.notaMessage) : null
}

/** From so many characters on it is told how many there are. */
const countedFrom = fieldLimits.notaMessage * 0.9

/** How much of the room is taken, once it nears its end. */
export const countOf = (message: string): string | null =>
  message.length < countedFrom ? null : notaTexts.count(message.length, fieldLimits.notaMessage)
