import { useEffect, useRef, useState } from 'react'
import { debounces } from '#domain/platform/limits.ts'
import type { PasswordRating } from '#domain/platform/password-guess.ts'
import { levelByCount, measureStrength } from '#domain/platform/password-strength.ts'
import { useDebounced } from '#web/platform/ui/useDebounced.ts'
import type { GuessAnswer, GuessQuestion } from './guess-worker.ts'

const counted = (password: string): PasswordRating => {
  const result = measureStrength(password)
  return { counted: result, guess: null, level: levelByCount(password), reasons: [] }
}

/**
 * Returns the rating of a typed password, debounced by 500 ms: first by the ANSSI count, then by the worker.
 * `forbiddenWords` are the item's own name and login.
 */
export function usePasswordRating(
  password: string,
  forbiddenWords: readonly string[],
  delay: number = debounces.meters,
): PasswordRating {
  const settled = useDebounced(password, delay)
  const words = useDebounced(forbiddenWords.join('\n'), delay)
  const worker = useRef<Worker>(undefined)
  const [answer, setAnswer] = useState<{ of: string; rating: PasswordRating } | null>(null)

  useEffect(() => () => worker.current?.terminate(), [])
  useEffect(() => {
    if (settled === '') return undefined
    worker.current ??= new Worker(new URL('./guess-worker.ts', import.meta.url), { type: 'module' })
    const asked = worker.current
    const question: GuessQuestion = { id: Date.now(), password: settled, forbiddenWords: words.split('\n') }
    const listen = ({ data }: MessageEvent<GuessAnswer>) => {
      if (data.id === question.id) setAnswer({ of: settled, rating: data.rating })
    }
    asked.addEventListener('message', listen)
    asked.postMessage(question)
    return () => asked.removeEventListener('message', listen)
  }, [settled, words])

  return answer !== null && answer.of === settled ? answer.rating : counted(settled)
}
