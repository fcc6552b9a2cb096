import type { changelog } from '#contract/office/changelog.ts'
import { releases } from '#texts/platform/changelog.ts'
import type { Handlers } from '#server/access/handler.ts'

// Built once, for every reply; the contract's type is not read-only.
const reply = releases.map(({ version, date, features }) => ({ version, date, features: [...features] }))

export const changelogHandlers = (): Handlers<typeof changelog> => ({ read: () => reply })
