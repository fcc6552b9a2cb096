/** The cost of an Argon2id hash (RFC 9106): memory in KiB, number of passes, lanes. */
export type Argon2Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number }

export type Argon2Variant = 'argon2id' | 'argon2d'

/** The input of a hash; `secret` and `associatedData` are RFC 9106's K and X, which Trousseau leaves empty. */
export type Argon2Input = Argon2Cost & {
  readonly message: Uint8Array
  readonly salt: Uint8Array
  /** Length of the result in bytes. */
  readonly length: number
  readonly secret?: Uint8Array
  readonly associatedData?: Uint8Array
}
