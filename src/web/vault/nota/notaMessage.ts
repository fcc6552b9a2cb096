import { fieldLimits } from '#domain/platform/limits.ts'
import type { NotaContent } from '#domain/vault/nota-content.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { notaTexts } from '#texts/vault/nota.ts'

/** The fields of an item that a message may contain. An empty field is not offered. */
export const sharedFields = ['name', 'login', 'address', 'password'] as const
export type SharedField = (typeof sharedFields)[number]

/** The ticked fields with their values, in the order of the fields. */
export type Ticked = readonly { field: SharedField; value: string }[]

/** Returns the content of a message: the ticked fields, then the user's text. */
export const contentOf = (ticked: Ticked, text: string): NotaContent => ({
  fields: ticked.map(({ field, value }) => ({
    label: itemTexts.fields[field],
    value,
    isSecret: field === 'password',
  })),
  text: text.trim() === '' ? '' : text,
})

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
