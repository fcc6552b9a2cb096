import { fieldLimits } from '#domain/platform/limits.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { notaTexts } from '#texts/vault/nota.ts'

/** The fields of an item that a message may contain. An empty field is not offered. */
export const notaFields = ['name', 'login', 'address', 'password'] as const
export type NotaField = (typeof notaFields)[number]

/** The ticked fields with their values, in the order of the fields. */
export type Ticked = readonly { field: NotaField; value: string }[]

/** A piece of the message as it is sent. The preview may mask a secret one. */
export type Piece = { readonly text: string; readonly isSecret: boolean }

/** Returns the message in pieces: a line for each field, then the user's text. */
export function piecesOf(ticked: Ticked, text: string): Piece[] {
  const pieces = ticked.flatMap(({ field, value }, index): Piece[] => [
    { text: `${index === 0 ? '' : '\n'}${itemTexts.fields[field]}\u00a0: `, isSecret: false },
    { text: value, isSecret: field === 'password' },
  ])
  if (text.trim() === '') return pieces
  return [...pieces, { text: pieces.length === 0 ? text : `\n\n${text}`, isSecret: false }]
}

export const messageOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('')

/** Returns why a message cannot be sent, in French, or null. */
export function faultOf(message: string, nothing: string): string | null {
  if (message === '') return nothing
  return message.length > fieldLimits.notaMessage ? notaTexts.tooLong(fieldLimits.notaMessage) : null
}

/** The length from which the count is shown. */
const countedFrom = fieldLimits.notaMessage * 0.9

/** Returns the count and the limit, or null while the message is far from the limit. */
export const countOf = (message: string): string | null =>
  message.length < countedFrom ? null : notaTexts.count(message.length, fieldLimits.notaMessage)
