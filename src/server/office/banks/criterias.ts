import type { Static } from 'typebox'
import { BankPaging, type bankFields, type bankOrders } from '#contract/office/banks.ts'
import { fold } from '#domain/platform/folding.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { checkerOf } from '#server/platform/http/validate.ts'
import { pagingHeader } from '#server/platform/http/paging-header.ts'

/** The fields by which a bank is found and sorted, with the numbers of its links. */
export type BankFacts = {
  id: number
  label: string
  description: string
  active: 0 | 1
  max_user: number | null
  create_by: string | null
  user: number
  team: number
  chest: number
}
export type Paging = Static<typeof BankPaging>
type Criteria = NonNullable<Paging['criterias']>[number]
type Field = (typeof bankFields)[number]
export type Compare = (one: string, other: string) => number

const check = checkerOf(BankPaging, `headers/${pagingHeader}`)

/** Reads the header of the extended list; without one, everything by id. @throws Refusal INVALID_REQUEST */
export function readPaging(header: string | undefined): Paging {
  if (header === undefined || header === '') return {}
  return check(parsed(asUtf8(header)))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('INVALID_REQUEST', { details: { field: `headers/${pagingHeader}`, rule: 'json' } })
  }
}

/**
 * Node decodes headers as Latin-1, as browsers send them. Other clients send UTF-8, detected by its bytes.
 */
function asUtf8(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'))
  } catch {
    return header
  }
}

const flags: Readonly<Record<string, number>> = { true: 1, '1': 1, false: 0, '0': 0 }

/** Parses a value for comparison with a number; NaN, which equals nothing, when it is none. */
const numberOf: Record<'id' | 'active', (value: string) => number> = {
  id: (value) => (/^-?[0-9]{1,16}$/.test(value) ? Number(value) : Number.NaN),
  active: (value) => (Object.hasOwn(flags, value) ? (flags[value] ?? Number.NaN) : Number.NaN),
}

/** Compares a bank with the value of a criteria: negative, zero, positive, or NaN when incomparable. */
const difference = (bank: BankFacts, field: Field, value: string, compare: Compare): number =>
  field === 'id' || field === 'active'
    ? bank[field] - numberOf[field](value)
    : compare(bank[field], value.normalize('NFC'))

const comparisons: Record<Criteria['comparator'], (bank: BankFacts, is: Asked) => boolean> = {
  '=': (bank, { field, value, compare }) => difference(bank, field, value, compare) === 0,
  '!=': (bank, { field, value, compare }) => difference(bank, field, value, compare) !== 0,
  '<': (bank, { field, value, compare }) => difference(bank, field, value, compare) < 0,
  '>': (bank, { field, value, compare }) => difference(bank, field, value, compare) > 0,
  LIKE: (bank, { field, folded }) => fold(String(bank[field])).includes(folded),
}
type Asked = { field: Field; value: string; folded: string; compare: Compare }

/** Returns the filter of the criterias: each is combined with those before it, from left to right. */
export function filterOf(criterias: readonly Criteria[], compare: Compare): (bank: BankFacts) => boolean {
  const tests = criterias.map(({ field, comparator, value, operator }) => {
    const text = String(value)
    const asked = { field, value: text, folded: fold(text), compare }
    return { isOr: operator === 'OR', holds: (bank: BankFacts) => comparisons[comparator](bank, asked) }
  })
  return (bank) =>
    tests.reduce(
      (before, { isOr, holds }, at) =>
        at === 0 ? holds(bank) : isOr ? before || holds(bank) : before && holds(bank),
      true,
    )
}

const limitOf = ({ max_user: limit }: BankFacts): number => limit ?? Number.MAX_SAFE_INTEGER

const orderings: Record<
  (typeof bankOrders)[number],
  (one: BankFacts, other: BankFacts, compare: Compare) => number
> = {
  id: (one, other) => one.id - other.id,
  label: (one, other, compare) => compare(one.label, other.label),
  description: (one, other, compare) => compare(one.description, other.description),
  active: (one, other) => one.active - other.active,
  create_by: (one, other, compare) => compare(one.create_by ?? '', other.create_by ?? ''),
  max_user: (one, other) => limitOf(one) - limitOf(other),
  user: (one, other) => one.user - other.user,
  team: (one, other) => one.team - other.team,
  chest: (one, other) => one.chest - other.chest,
}

/** Returns the requested order: by the named fields in turn, then by id. */
export function orderOf(
  orders: NonNullable<Paging['orders']>,
  compare: Compare,
): (one: BankFacts, other: BankFacts) => number {
  const fields = Object.entries(orders) as [keyof typeof orderings, 'ASC' | 'DESC'][]
  return (one, other) => {
    for (const [field, direction] of fields) {
      const by = orderings[field](one, other, compare)
      if (by !== 0) return direction === 'ASC' ? by : -by
    }
    return one.id - other.id
  }
}
