import { useEffect, useMemo, useState } from 'react'
import { users } from '#contract/office/users.ts'
import { call } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { useDebounced } from '#web/platform/ui/useDebounced.ts'
import { lineOfPerson } from './userFile.ts'

const checkDelayMs = 600

type Fails = readonly { line: number; message: string }[]

/** Checks a file by a dry run, debounced. Returns the messages by row, until the file changes. */
export function useFileCheck(file: File, isReady: boolean) {
  const [checked, setChecked] = useState<{ file: File; fails: Fails; problem: string | null } | null>(null)
  const settled = useDebounced(file, checkDelayMs)
  useEffect(() => {
    if (!isReady || settled !== file) return undefined
    const aborter = new AbortController()
    void call(users.importCsv, { body: { dryRun: true }, file, signal: aborter.signal }).then(
      ({ fails }) => setChecked({ file, fails, problem: null }),
      (error: unknown) => {
        if (!aborter.signal.aborted) setChecked({ file, fails: [], problem: sentenceOf(error) })
      },
    )
    return () => aborter.abort()
  }, [file, settled, isReady])
  const own = checked?.file === file ? checked : null
  const fails = useMemo(() => {
    const byRow = new Map<number, string>()
    for (const { line, message } of own?.fails ?? []) {
      const at = lineOfPerson(line)
      byRow.set(at, [byRow.get(at) ?? [], message].flat().join(' · '))
    }
    return byRow
  }, [own])
  return {
    fails,
    checkProblem: own?.problem ?? null,
    setFails: (found: Fails) => setChecked({ file, fails: found, problem: null }),
  }
}
