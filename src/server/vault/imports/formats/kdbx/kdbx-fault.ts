import type { ImportFault } from '#texts/vault/imports.ts'

/** Why a database, or an archive, cannot be opened. Its reader catches it. */
export class KdbxFault extends Error {
  readonly code: ImportFault
  constructor(code: ImportFault) {
    super(code)
    this.code = code
  }
}
