import { useEffect, useLayoutEffect, useRef, useState } from 'react'

const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

type Functions<T> = { [Name in keyof T]: (...given: never[]) => unknown }

/**
 * Returns an object of stable identity that calls the latest of the functions, so that memoised children do
 * not render again. For event handlers only, not during rendering.
 */
export function useStableHandlers<T extends Functions<T>>(functions: T): T {
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
