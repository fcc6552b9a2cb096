import type { ReactNode } from 'react'
import { LockKeyholeOpen } from 'lucide-react'
import { chestLockTexts } from '#texts/vault/chest-lock.ts'
import { useNow } from '#web/platform/shell/useNow.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import type { LockState } from './queries.ts'
import styles from './LockNote.module.css'

const minute = 60_000

/** The remaining time of an unlocked guardian chest, or the progress while it is resealed. */
export function LockNote(props: { state: LockState; onShowRenewal: () => void }): ReactNode {
  const { renewal, expiresAt } = props.state
  const now = useNow(10_000)
  if (renewal !== null) {
    const percent = renewal.total === 0 ? 0 : Math.floor((renewal.done / renewal.total) * 100)
    return (
      <Button size="small" look="plain" onPress={props.onShowRenewal}>
        {chestLockTexts.renewal(percent)}
      </Button>
    )
  }
  if (expiresAt === null) return null
  const left = Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / minute))
  const sentence = chestLockTexts.closesIn(left)
  return (
    <span className={styles.note} title={sentence}>
      <LockKeyholeOpen aria-hidden="true" />
      <span aria-hidden="true">{chestLockTexts.closesInShort(left)}</span>
      <VisuallyHidden>{`${chestLockTexts.mark}. ${sentence}`}</VisuallyHidden>
    </span>
  )
}
