import { useRef, useState, type ReactNode } from 'react'
import { isCode } from '#web/platform/api/errors.ts'
import { ProofDialog } from './ProofDialog.tsx'
import type { Account } from './queries.ts'

type Asked = { known: string | null; settle: (isProved: boolean) => void }

/**
 * Runs actions that require a fresh proof: when the server requires one, the dialog asks for it and the
 * action is repeated. The caller renders `dialog`.
 * @param deed what the page needs to go on, where the proof leaves it
 */
export function useProof(
  own: Account,
  deed?: unknown,
): {
  /** @returns null when the user gave up @param known a password just typed */
  proved: <Result>(deed: () => Promise<Result>, known?: string) => Promise<Result | null>
  dialog: ReactNode
} {
  const [asked, setAsked] = useState<Asked | null>(null)
  const last = useRef<Asked | null>(null)

  const ask = (known: string | null) =>
    new Promise<boolean>((settle) => {
      last.current?.settle(false)
      last.current = { known, settle }
      setAsked(last.current)
    })
  const end = (isProved: boolean) => {
    last.current = null
    setAsked(null)
    asked?.settle(isProved)
  }
  const proved = async <Result,>(deed: () => Promise<Result>, known: string | null = null) => {
    try {
      return await deed()
    } catch (error) {
      if (!isCode(error, 'PROOF_REQUIRED')) throw error
      return (await ask(known)) ? deed() : null
    }
  }
  return {
    proved,
    dialog: asked && (
      <ProofDialog
        own={own}
        known={asked.known}
        deed={deed}
        onProved={() => end(true)}
        onClose={() => end(false)}
      />
    ),
  }
}
