import { useCallback, useState } from 'react'

/** What is wrong with a value, in French, or null. It may look at the other values. */
export type Check<Values, Name extends keyof Values> = (value: Values[Name], values: Values) => string | null
export type Checks<Values> = { [Name in keyof Values]?: Check<Values, Name> }

export type FormState<Values extends object> = {
  values: Values
  /** What to spread on a field: value, onChange, onBlur, error. */
  field: <Name extends keyof Values>(
    name: Name,
  ) => {
    value: Values[Name]
    onChange: (value: Values[Name]) => void
    onBlur: () => void
    error: string | null
  }
  set: (values: Partial<Values>) => void
  /** Puts the server's words next to a field. */
  fail: (name: keyof Values, error: string) => void
  /** Checks all; calls with the values when nothing is wrong. */
  submit: (send: (values: Values) => void) => void
  /** Number of refused submissions, for Form. */
  refusals: number
  /** Something was typed. */
  isDirty: boolean
  reset: (values?: Values) => void
}

/** Fields checked when they are left and at submission; an error goes as soon as one types. */
export function useForm<Values extends object>(
  initial: Values,
  checks: Checks<Values> = {},
): FormState<Values> {
  const [start, setStart] = useState(initial)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<{ [Name in keyof Values]?: string | null }>({})
  const [refusals, setRefusals] = useState(0)

  const judge = <Name extends keyof Values>(name: Name): string | null =>
    checks[name]?.(values[name], values) ?? null
  const isDirty = (Object.keys(values) as (keyof Values)[]).some((name) => values[name] !== start[name])

  const set = useCallback((changed: Partial<Values>) => {
    setValues((before) => ({ ...before, ...changed }))
    setErrors((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(changed).map((name) => [name, null])),
    }))
  }, [])
  const fail = useCallback((name: keyof Values, error: string) => {
    setErrors((before) => ({ ...before, [name]: error }))
    setRefusals((count) => count + 1)
  }, [])

  return {
    values,
    refusals,
    isDirty,
    set,
    fail,
    field: (name) => ({
      value: values[name],
      onChange: (value) => {
        setValues((before) => ({ ...before, [name]: value }))
        setErrors((before) => ({ ...before, [name]: null }))
      },
      // An empty field that one only passes through is not yet wrong.
      onBlur: () => {
        if (values[name] !== start[name]) setErrors((before) => ({ ...before, [name]: judge(name) }))
      },
      error: errors[name] ?? null,
    }),
    submit: (send) => {
      const found = Object.fromEntries(
        (Object.keys(values) as (keyof Values)[]).map((name) => [name, judge(name)]),
      )
      setErrors(found as { [Name in keyof Values]?: string | null })
      if (Object.values(found).every((error) => error === null)) send(values)
      else setRefusals((count) => count + 1)
    },
    reset: (next = start) => {
      setStart(next)
      setValues(next)
      setErrors({})
    },
  }
}
