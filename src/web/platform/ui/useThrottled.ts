import { useEffect, useRef, useState } from 'react'

/** Returns a throttled value: updated at most once per `interval` milliseconds, immediately after a pause. */
export function useThrottled<Value>(value: Value, interval: number): Value {
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
