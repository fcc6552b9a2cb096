/** A field of an item in a message: its label on the screen, and its value. */
export type NotaField = { readonly label: string; readonly value: string; readonly isSecret: boolean }

/** The content of a one-time message. Both parts may be empty. */
export type NotaContent = { readonly fields: readonly NotaField[]; readonly text: string }

/**
 * Marks a message that has fields; JSON follows. A message without it is plain text, as clients send that do
 * not know fields. It is a control character, which no keyboard types.
 */
const mark = '\u0001'

/** Returns the text that is sealed. */
export const encodeNota = ({ fields, text }: NotaContent): string =>
  fields.length === 0 && !text.startsWith(mark) ? text : mark + JSON.stringify({ fields, text })

/** Reads an opened message. One that cannot be read as fields is shown as it is. */
export function decodeNota(message: string): NotaContent {
  const plain = { fields: [], text: message }
  if (!message.startsWith(mark)) return plain
  try {
    const content: unknown = JSON.parse(message.slice(mark.length))
    return isContent(content) ? content : plain
  } catch {
    return plain
  }
}

const isContent = (value: unknown): value is NotaContent =>
  isRecord(value) &&
  typeof value['text'] === 'string' &&
  Array.isArray(value['fields']) &&
  value['fields'].every(isField)

const isField = (value: unknown): value is NotaField =>
  isRecord(value) &&
  typeof value['label'] === 'string' &&
  typeof value['value'] === 'string' &&
  typeof value['isSecret'] === 'boolean'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
