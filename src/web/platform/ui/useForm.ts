import { useCallback, useState, useEffect, useRef } from 'react'
import { debounces } from '#domain/platform/limits.ts'
import { fieldTexts } from '#texts/platform/ui.ts'
import { useDebounced } from './useDebounced.ts'

/** Returns the fault of a value, in French, or null. It may read the other values. */
export type Check<Values, Name extends keyof Values> = (value: Values[Name], values: Values) => string | null
export type Checks<Values> = { [Name in keyof Values]?: Check<Values, Name> }

/** The props of a form's field. */
export type FormField<Value> = {
  value: Value
  onChange: (value: Value) => void
  onBlur: () => void
  error: string | null
  /** The result of the last check, which colours the field; undefined while typing and for an initial value. */
  isValid: boolean | undefined
}

export type FormState<Values extends object> = {
  values: Values
  /** Returns the props to spread on a field. */
  field: <Name extends keyof Values>(name: Name) => FormField<Values[Name]>
  set: (values: Partial<Values>) => void
  /** Shows the server's refusal at a field. */
  fail: (name: keyof Values, error: string) => void
  /** Checks all fields. Calls `send` with the values when all are valid. */
  submit: (send: (values: Values) => void) => void
  /** Whether all fields were valid at the last check. Submit is disabled otherwise. */
  isReady: boolean
  /** The number of refused submissions, for Form. */
  refusals: number
  /** Whether there is unsaved input. */
  isDirty: boolean
  reset: (values?: Values) => void
}

const judge = <Values extends object>(checks: Checks<Values>, name: keyof Values, values: Values) =>
  checks[name]?.(values[name], values) ?? null

/** Returns whether all fields are valid. */
export const passes = <Values extends object>(checks: Checks<Values>, values: Values): boolean =>
  (Object.keys(checks) as (keyof Values)[]).every((name) => judge(checks, name, values) === null)

/** true: shows the fault of the check as long as there is one. A text: the server's refusal. */
type Told<Values> = { [Name in keyof Values]?: true | string | null }

/**
 * Returns the state of a form. The checks are debounced: their results colour the fields and enable submit.
 * Messages appear when a field is left and on submission, and disappear on typing. Only markup, which further
 * typing cannot correct, is reported while typing, throttled.
 * @param refused the server's refusals of an earlier attempt, shown from the start
 */
export function useForm<Values extends object>(
  initial: Values,
  checks: Checks<Values> = {},
  refused: { [Name in keyof Values]?: string | null } = {},
): FormState<Values> {
  const [start, setStart] = useState(initial)
  const [values, setValues] = useState(initial)
  const [told, setTold] = useState<Told<Values>>(refused)
  const [refusals, setRefusals] = useState(0)
  const settled = useDebounced(values, debounces.formValidator)
  const glimpsed = useThrottled(values, debounces.validatorThrottle)

  const names = Object.keys(values) as (keyof Values)[]
  const holdsMarkup = (name: keyof Values) => judge(checks, name, glimpsed) === fieldTexts.markup
  const wordsOf = (name: keyof Values): string | null => {
    const said: true | string | null | undefined = told[name]
    const words = said === true ? judge(checks, name, values) : said
    return words ?? (holdsMarkup(name) ? fieldTexts.markup : null)
  }
  const verdictOf = (name: keyof Values): boolean | undefined =>
    values[name] === '' ||
    values[name] === start[name] ||
    values[name] !== settled[name] ||
    checks[name] === undefined
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
      // An untouched empty field is not reported on blur.
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

/** Returns a throttled value: updated at most once per `interval` milliseconds, immediately after a pause. */
function useThrottled<Value>(value: Value, interval: number): Value {
  const [followed, setFollowed] = useState(value)
  const last = useRef(-Infinity)
  useEffect(() => {
    const wait = Math.max(0, last.current + interval - performance.now())
    const timer = setTimeout(() => {
      last.current = performance.now()
      setFollowed(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value, interval])
  return followed
}
