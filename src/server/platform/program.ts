import { readFileSync } from 'node:fs'

/** The version of the program, of package.json. */
export const { version: programVersion } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { readonly version: string }
