import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { managerImports } from '#contract/vault/manager-imports.ts'
import type { ImportVerdict } from '#domain/vault/import-plan.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import type { Answers } from './answers.ts'

export type Preview = ReplyOf<typeof managerImports.preview>
export type PreviewRow = Preview['rows'][number]

/** What a preview is asked for: the answers, and the page of its rows. */
export type Asked = {
  readonly answers: Answers
  /** Null for the rows of all verdicts. */
  readonly verdict: ImportVerdict | null
  readonly offset: number
}

/** The wait after a choice or an answer, in milliseconds: often another one follows. */
const settleMs = 350

/**
 * Keeps a preview in line with the answers. The server reads the file for one preview of a person at a time, so the next
 * one waits for the last; the former stays on screen meanwhile.
 * @param offer returns answers that are known for what a preview asks, which is then loaded with them; null for none
 */
export function usePreview(
  first: { readonly asked: Asked; readonly preview: Preview },
  load: (asked: Asked, signal: AbortSignal) => Promise<Preview>,
  offer: (preview: Preview, answers: Answers) => Answers | null,
) {
  const [shown, setShown] = useState(first)
  const [offered, setOffered] = useState(() => offer(first.preview, first.asked.answers))
  const [wanted, setWanted] = useState<Asked>(
    offered === null ? first.asked : { ...first.asked, answers: offered },
  )
  const [problem, setProblem] = useState<string | null>(null)
  const latest = useRef(wanted)
  const offering = useRef(offer)
  useEffect(() => {
    offering.current = offer
  })
  const running = useRef<AbortController | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const run = async () => {
    if (running.current !== null) return
    const controller = new AbortController()
    running.current = controller
    const asked = latest.current
    setProblem(null)
    try {
      const preview = await load(asked, controller.signal)
      setShown({ asked, preview })
      const next = latest.current === asked ? offering.current(preview, asked.answers) : null
      if (next !== null) {
        latest.current = { ...asked, answers: next, offset: 0 }
        setWanted(latest.current)
        setOffered(next)
      }
    } catch (error) {
      if (controller.signal.aborted) return
      if (latest.current === asked) setProblem(sentenceOf(error))
    }
    running.current = null
    if (latest.current !== asked) void run()
  }
  const begin = useEffectEvent(() => {
    if (latest.current !== first.asked) timer.current = setTimeout(() => void run(), 0)
  })
  useEffect(() => {
    begin()
    return () => {
      clearTimeout(timer.current)
      running.current?.abort()
    }
  }, [])

  return {
    shown,
    /** The page that was asked for last; its preview may still be on the way. */
    wanted,
    /** The answers that were offered and stand as they were; null without any. */
    offered,
    problem,
    isBusy: wanted !== shown.asked && problem === null,
    change: (next: Partial<Asked>) => {
      latest.current = { ...latest.current, ...next }
      setWanted(latest.current)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void run(), next.answers === undefined ? 0 : settleMs)
    },
    retry: () => void run(),
    /** Shows a preview that came otherwise, of the first page. */
    replace: (preview: Preview) => {
      const asked: Asked = { ...latest.current, verdict: null, offset: 0 }
      latest.current = asked
      setWanted(asked)
      setShown({ asked, preview })
    },
  }
}
