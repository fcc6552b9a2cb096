import { useCallback, useState } from 'react'
import { debounces } from '#domain/platform/limits.ts'
import { fieldTexts } from '#texts/platform/fields.ts'
import { useSettled } from './useSettled.ts'
import { useThrottled } from './useThrottled.ts'

/** What is wrong with a value, in French, or null. It may look at the other values. */
export type Check<Values, Name extends keyof Values> = (value: Values[Name], values: Values) => string | null
export type Checks<Values> = { [Name in keyof Values]?: Check<Values, Name> }

/** What a field of a form is given. */
export type FormField<Value> = {
  value: Value
  onChange: (value: Value) => void
  onBlur: () => void
  error: string | null
  /** The verdict of the last check, which colours the field; undefined while one types. */
  isValid: boolean | undefined
}

export type FormState<Values extends object> = {
  values: Values
  /** What to spread on a field. */
  field: <Name extends keyof Values>(name: Name) => FormField<Values[Name]>
  set: (values: Partial<Values>) => void
  /** Puts the server's words next to a field. */
  fail: (name: keyof Values, error: string) => void
  /** Checks all; calls with the values when nothing is wrong. */
  submit: (send: (values: Values) => void) => void
  /** Nothing was wrong at the last check: until then, submit is disabled. */
  isReady: boolean
  /** Number of refused submissions, for Form. */
  refusals: number
  /** Something was typed. */
  isDirty: boolean
  reset: (values?: Values) => void
}

const judge = <Values extends object>(checks: Checks<Values>, name: keyof Values, values: Values) =>
  checks[name]?.(values[name], values) ?? null

/** Whether nothing is wrong with any field. */
export const passes = <Values extends object>(checks: Checks<Values>, values: Values): boolean =>
  (Object.keys(checks) as (keyof Values)[]).every((name) => judge(checks, name, values) === null)

/** True: the words of the check, as long as it finds something wrong; a text: the server's. */
type Told<Values> = { [Name in keyof Values]?: true | string | null }

/**
 * The checks run once the values rest: their verdict colours the fields and enables submit. What is wrong is told
 * in words when a field is left and at submission, and goes as soon as one types. Markup alone, which no further
 * typing would mend, is looked for and told while one types, throttled.
 */
export function useForm<Values extends object>(
  initial: Values,
  checks: Checks<Values> = {},
): FormState<Values> {
  const [start, setStart] = useState(initial)
  const [values, setValues] = useState(initial)
  const [told, setTold] = useState<Told<Values>>({})
  const [refusals, setRefusals] = useState(0)
  const settled = useSettled(values, debounces.formValidator)
  const glimpsed = useThrottled(values, debounces.validatorThrottle)

  const names = Object.keys(values) as (keyof Values)[]
  const holdsMarkup = (name: keyof Values) => judge(checks, name, glimpsed) === fieldTexts.markup
  const wordsOf = (name: keyof Values): string | null => {
    const said: true | string | null | undefined = told[name]
    const words = said === true ? judge(checks, name, values) : said
    return words ?? (holdsMarkup(name) ? fieldTexts.markup : null)
  }
  const verdictOf = (name: keyof Values): boolean | undefined =>
    values[name] === '' || values[name] !== settled[name] || checks[name] === undefined
      ? undefined
      : judge(checks, name, settled) === null

  const set = useCallback((changed: Partial<Values>) => {
    setValues((before) => ({ ...before, ...changed }))
    setTold((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(changed).map((name) => [name, null])),
    }))
  }, [])
  const fail = useCallback((name: keyof Values, error: string) => {
    setTold((before) => ({ ...before, [name]: error }))
    setRefusals((count) => count + 1)
  }, [])

  return {
    values,
    refusals,
    isReady: passes(checks, settled) && !names.some(holdsMarkup),
    isDirty: names.some((name) => values[name] !== start[name]),
    set,
    fail,
    field: (name) => ({
      value: values[name],
      onChange: (value) => {
        setValues((before) => ({ ...before, [name]: value }))
        setTold((before) => ({ ...before, [name]: null }))
      },
      // An empty field that one only passes through is not yet wrong.
      onBlur: () => {
        if (values[name] !== start[name] && judge(checks, name, values) !== null)
          setTold((before) => ({ ...before, [name]: true }))
      },
      error: wordsOf(name),
      isValid: verdictOf(name),
    }),
    submit: (send) => {
      if (passes(checks, values)) return send(values)
      setTold(Object.fromEntries(names.map((name) => [name, true])) as Told<Values>)
      setRefusals((count) => count + 1)
      return undefined
    },
    reset: (next = start) => {
      setStart(next)
      setValues(next)
      setTold({})
    },
  }
}
