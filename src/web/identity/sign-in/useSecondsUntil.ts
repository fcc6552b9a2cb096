import { useEffect, useState } from 'react'

const left = (moment: number): number => Math.max(0, Math.ceil((moment - Date.now()) / 1000))

/**
 * Returns the seconds until a time, counted down; 0 afterwards. The time must be constant: key the component
 * by it.
 */
export function useSecondsUntil(moment: number): number {
  const [seconds, setSeconds] = useState(() => left(moment))
  const isOver = seconds === 0
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => setSeconds(left(moment)), 1000)
    return () => clearInterval(timer)
  }, [moment, isOver])
  return seconds
}
