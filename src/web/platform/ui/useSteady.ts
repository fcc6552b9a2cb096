import { useEffect, useLayoutEffect, useRef, useState } from 'react'

const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

type Functions<T> = { [Name in keyof T]: (...given: never[]) => unknown }

/**
 * Functions that are made anew at each rendering, as one object that stays the same and calls the latest of them: what
 * is given it need not be rendered anew. For events only, never while rendering.
 */
export function useSteady<T extends Functions<T>>(functions: T): T {
  const latest = useRef(functions)
  useBrowserLayoutEffect(() => {
    latest.current = functions
  })
  const [steady] = useState(() => {
    const names = Object.keys(functions) as (keyof T)[]
    const call =
      (name: keyof T) =>
      (...given: never[]) =>
        latest.current[name](...given)
    return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as T
  })
  return steady
}
