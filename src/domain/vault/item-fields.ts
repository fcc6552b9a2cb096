import { fieldLimits } from '#domain/platform/limits.ts'
import type { PatternName } from '#domain/platform/patterns.ts'

/**
 * How a text is typed and validated: one line, several lines, an address, any characters, or a one-time
 * secret. Outer blanks are dropped, except from `lines` and `password`. A one-line text follows a named
 * pattern.
 */
type TextKind =
  | { readonly kind: 'line' | 'address'; readonly pattern: PatternName }
  | { readonly kind: 'lines' | 'password' | 'otp'; readonly pattern: null }

/** A field that holds a text. */
type TextRule = TextKind & {
  /** The longest value, in UTF-16 units, typed or imported. */
  readonly maximum: number
  readonly isRequired: boolean
  /**
   * The sealed column that contains it. `meta` contains every text that screens show, and markup is refused
   * there. A secret has its own column and its own call, and is never indexed.
   */
  readonly sealedIn: 'meta' | 'password' | 'otp'
  /** Whether the search covers it; earlier fields of the table rank better. */
  readonly isSearched: boolean
  /** Whether rows of lists and search results contain it. */
  readonly isListed: boolean
  /** The names of its changes in the history: its own first, then that of a derived change. */
  readonly history: readonly string[]
}

/** A field without a text, in a column of its own that is not sealed. */
type PlainRule = { readonly kind: 'category' | 'folder' | 'day'; readonly history: readonly string[] }

/**
 * The fields of an item. The contract, the checks of server and browser, the sealed parts, the history, imports and
 * the search follow this table. A field's key is its name on the wire, in the sealed `meta` and in old values: it is
 * never renamed.
 */
export const itemFields = {
  name: {
    kind: 'line',
    maximum: fieldLimits.name,
    pattern: 'REGEX_ITEM_NAME',
    isRequired: true,
    sealedIn: 'meta',
    isSearched: true,
    isListed: true,
    history: ['name'],
  },
  login: {
    kind: 'line',
    maximum: fieldLimits.login,
    pattern: 'REGEX_NAME',
    isRequired: false,
    sealedIn: 'meta',
    isSearched: true,
    isListed: true,
    history: ['login'],
  },
  address: {
    kind: 'address',
    maximum: fieldLimits.address,
    pattern: 'REGEX_ADDRESS',
    isRequired: false,
    sealedIn: 'meta',
    isSearched: true,
    isListed: true,
    history: ['address', 'addressDanger'],
  },
  description: {
    kind: 'lines',
    maximum: fieldLimits.description,
    pattern: null,
    isRequired: false,
    sealedIn: 'meta',
    isSearched: true,
    isListed: false,
    history: ['description'],
  },
  password: {
    kind: 'password',
    maximum: 10_000,
    pattern: null,
    isRequired: false,
    sealedIn: 'password',
    isSearched: false,
    isListed: false,
    history: ['password', 'password_level'],
  },
  otp: {
    kind: 'otp',
    maximum: fieldLimits.otp,
    pattern: null,
    isRequired: false,
    sealedIn: 'otp',
    isSearched: false,
    isListed: false,
    history: ['otp', 'otp_delete'],
  },
  category: { kind: 'category', history: ['category'] },
  folder: { kind: 'folder', history: ['folder'] },
  /** A day of the calendar, yyyy-mm-dd. */
  renewBefore: { kind: 'day', history: ['renewBefore'] },
} as const satisfies Record<string, TextRule | PlainRule>

type Fields = typeof itemFields
export type ItemField = keyof Fields
type FieldsWith<Rule> = { [Field in ItemField]: Fields[Field] extends Rule ? Field : never }[ItemField]

/** A field that holds a text. */
export type ItemTextField = FieldsWith<TextRule>
/** A text that screens show: part of the sealed `meta`. */
export type ItemMetaField = FieldsWith<{ sealedIn: 'meta' }>
/** A shown text without a rule of its own: any text of its kind within its limit. */
export type ItemPlainField = Extract<ItemMetaField, FieldsWith<{ kind: 'line' | 'lines' }>>
/** A text in rows of lists. */
export type ItemListedField = FieldsWith<{ isListed: true }>
export type ItemSearchedField = FieldsWith<{ isSearched: true }>
/** A text in the in-memory index of a chest. */
export type ItemIndexedField = ItemListedField | ItemSearchedField

/** The texts of an item that screens show. */
export type ItemTexts = Readonly<Record<ItemMetaField, string>>

const rules: readonly (readonly [ItemField, TextRule | PlainRule])[] = Object.entries(itemFields) as [
  ItemField,
  TextRule | PlainRule,
][]
const fieldsWhere = <Field extends ItemTextField>(holds: (rule: TextRule) => boolean): readonly Field[] =>
  rules.flatMap(([field, rule]) => ('sealedIn' in rule && holds(rule) ? [field as Field] : []))

/** Every field, in the order of the table. */
export const itemFieldNames: readonly ItemField[] = rules.map(([field]) => field)
export const itemTextFields = fieldsWhere<ItemTextField>(() => true)
export const itemMetaFields = fieldsWhere<ItemMetaField>(({ sealedIn }) => sealedIn === 'meta')
export const itemPlainFields = fieldsWhere<ItemPlainField>(
  ({ sealedIn, kind }) => sealedIn === 'meta' && (kind === 'line' || kind === 'lines'),
)
export const itemListedFields = fieldsWhere<ItemListedField>(({ isListed }) => isListed)
export const itemSearchedFields = fieldsWhere<ItemSearchedField>(({ isSearched }) => isSearched)
export const itemIndexedFields = fieldsWhere<ItemIndexedField>(
  ({ isListed, isSearched }) => isListed || isSearched,
)

/**
 * A text in the in-memory index of a chest: a field, or what the search covers of the extra fields
 * (`searchedTextOf`), which is no field of its own and follows them.
 */
export type IndexedText = ItemIndexedField | 'fields'
export const indexedTexts: readonly IndexedText[] = [...itemIndexedFields, 'fields']

/** Returns the rule of a field that holds a text. */
export const textRuleOf = (field: ItemTextField): TextRule => itemFields[field]

/** Returns an object with one value for each of the given fields. */
export function eachField<Field extends ItemField, Value>(
  fields: readonly Field[],
  valueOf: (field: Field) => Value,
): Record<Field, Value> {
  const values = {} as Record<Field, Value>
  for (const field of fields) values[field] = valueOf(field)
  return values
}

/** The shown texts of an item without any: the value of a field that was never set. */
export const noItemTexts: ItemTexts = eachField(itemMetaFields, () => '')

/** Returns only the shown texts of an item. */
export const itemTextsOf = (item: ItemTexts): Record<ItemMetaField, string> =>
  eachField(itemMetaFields, (field) => item[field])
