import { useEffect, useState } from 'react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { copies } from '#contract/vault/copies.ts'
import type { imports } from '#contract/vault/imports.ts'
import { call } from '#web/platform/api/client.ts'

type Progress = ReplyOf<typeof imports.progress>
const askEveryMs = 500

/**
 * Polls the progress of long work on the server. Errors are ignored: the reply of the work itself reports the outcome.
 * @param of the call that tells it
 */
export function useProgress(of: typeof imports.progress | typeof copies.progress): Progress {
  const [progress, setProgress] = useState<Progress>({ stage: null, done: 0, total: 0 })
  useEffect(() => {
    const end = new AbortController()
    const ask = async () => {
      const { signal } = end
      try {
        const next = await call(of, { signal })
        if (next.stage !== null) setProgress(next)
      } catch {
        if (signal.aborted) return
      }
      timer = setTimeout(() => void ask(), askEveryMs)
    }
    let timer = setTimeout(() => void ask(), askEveryMs)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [of])
  return progress
}
