/** Lints the files of containers without a container engine: the compose files against the schema of Compose, and by rules. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'

/** The rules that are left out, each with its reason. */
const rules = {
  // A service reads in the order in which a person thinks of it, and a file from what it is about to what it needs.
  'service-keys-order': 0,
  'services-alphabetical-order': 0,
  'top-level-properties-order': 0,
  // The ports of the proxy are for everybody: no other service has any, as src/containers.test.ts proves.
  'no-unbound-port-interfaces': 0,
  // The image of Trousseau is built here, under a name of its own; the same test wants a tag for each other one.
  'service-image-require-explicit-tag': 0,
} as const

/** What the linter says of a file; its own types are lost, since they import without endings. */
type Linted = {
  readonly filePath: string
  readonly messages: readonly { readonly line: number; readonly rule: string; readonly message: string }[]
}

/** Returns one sentence for each fault of compose files. */
export function lintCompose(files: readonly string[]): string[] {
  const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] })
  const linted = linter.lintFiles([...files], false) as readonly Linted[]
  return linted.flatMap(({ filePath, messages }) =>
    messages.map(({ line, rule, message }) => `${basename(filePath)}:${line} ${message} (${rule})`),
  )
}

/** Returns one sentence for each fault of a Containerfile. */
export const lintContainerfile = (text: string): string[] =>
  validate(text).map(
    ({ range, message }) =>
      `Containerfile:${range.start.line + 1} ${typeof message === 'string' ? message : message.value}`,
  )

/** Returns the faults of this repository's files. */
export function containerProblems(root: string): string[] {
  const files = ['sqlite', 'postgres'].map((engine) => join(root, `deploy/compose-${engine}.yaml`))
  return [...lintContainerfile(readFileSync(join(root, 'Containerfile'), 'utf8')), ...lintCompose(files)]
}
