import type { TSchema, Type as TypeBox } from 'typebox'

/**
 * Builds the contract's schemas: TypeBox's types over plain JSON Schema. TypeBox itself loads 373 files for
 * the same objects, a fifth of the server's start (docs/decisions/0027). A test compares both.
 */
type Builders = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Cyclic'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Ref'
  | 'String'
  | 'Tuple'
  | 'Union'
  | 'Unsafe'
>
type Schema = Readonly<Record<PropertyKey, unknown>>

/** Marks an optional property. JSON does not include symbols. */
const mayLack = Symbol('may lack')
const isRequired = (schema: Schema): boolean => schema[mayLack] !== true

const builders = {
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Schema) => ({ type: 'boolean', ...options }),
  /** Each definition is named, so that Ajv resolves references to it. */
  Cyclic: (definitions: Readonly<Record<string, Schema>>, $ref: string, options?: Schema) => ({
    $defs: Object.fromEntries(
      Object.entries(definitions).map(([name, schema]) => [name, { ...schema, $id: name }]),
    ),
    $ref,
    ...options,
  }),
  Enum: (values: readonly unknown[], options?: Schema) => ({ enum: values, ...options }),
  Integer: (options?: Schema) => ({ type: 'integer', ...options }),
  Literal: (value: unknown, options?: Schema) => ({ type: typeof value, const: value, ...options }),
  Null: (options?: Schema) => ({ type: 'null', ...options }),
  Number: (options?: Schema) => ({ type: 'number', ...options }),
  Object: (properties: Readonly<Record<string, Schema>>, options?: Schema) => {
    const required = Object.keys(properties).filter((name) => isRequired(properties[name] ?? {}))
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
  },
  Optional: (schema: Schema) => Object.defineProperty({ ...schema }, mayLack, { value: true }),
  Ref: ($ref: string, options?: Schema) => ({ $ref, ...options }),
  String: (options?: Schema) => ({ type: 'string', ...options }),
  Tuple: (items: readonly Schema[], options?: Schema) => ({
    type: 'array',
    additionalItems: false,
    items,
    minItems: items.length,
    ...options,
  }),
  Union: (anyOf: readonly Schema[], options?: Schema) => ({ anyOf, ...options }),
  Unsafe: (schema: TSchema) => schema,
}

export const Type = builders as unknown as Builders
