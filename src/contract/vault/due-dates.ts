import { Type } from '#contract/platform/schema.ts'
import { dueRuleLimits } from '#domain/vault/due-dates.ts'
import { Day, Named, Nullable } from '#contract/platform/fields.ts'

/** The days of a rule of renewal. */
export const RuleDays = Type.Integer(dueRuleLimits)

/** The rule of renewal that counts for a place. */
export const DueRule = Type.Object({
  days: RuleDays,
  /** The folder that has it; null: the chest. */
  folder: Nullable(Named),
})

/** The day before which an item is to be renewed, and the rule that it comes from; null: it is the item's own. */
export const Due = Type.Object({ day: Day, rule: Nullable(DueRule) })
