import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { directoryPeople } from '#contract/office/directory-people.ts'
import { nameOf } from '#web/access/nameOf.ts'

export type Found = ReplyOf<typeof directoryPeople.people>['people'][number]
/** A person for whom an account can be created. */
export type Offered = Found & { name: string }

/** More rows of fields would make the dialog slow; the import from a file takes a thousand. */
export const mostChosen = 100

export const isOffered = (person: Found): person is Offered =>
  person.name !== null && !person.hasAccount && !person.isDisabled

/** Returns what a person is called: their name, or that of their account. */
export const calledName = (person: Found): string => nameOf({ ...person, login: person.name ?? person.email })
