import { useEffect, type ReactNode } from 'react'
import { LockKeyhole } from 'lucide-react'
import { chestLockTexts } from '#texts/vault/chest-lock.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'

const texts = chestLockTexts.closed

/** Shown in place of a locked guardian chest. `isKept`: unsaved input is still mounted behind it. */
export function ClosedChest(props: {
  chestName: string
  wasOpen: boolean
  isKept: boolean
  onOpen: () => void
  onChangeChest: () => void
}): ReactNode {
  const title = [texts.title, props.chestName, shellTexts.product].filter((part) => part !== '').join(' · ')
  // The tab's title may name a folder: hide it while the chest is locked.
  useEffect(() => {
    const former = document.title
    document.title = title
    return () => {
      document.title = former
    }
  }, [title])
  return (
    <div role="alert">
      <EmptyState
        title={texts.title}
        icon={<LockKeyhole />}
        actions={
          <>
            <Button onPress={props.onChangeChest}>{texts.changeChest}</Button>
            <Button look="primary" onPress={props.onOpen} autoFocus={props.wasOpen}>
              {texts.open}
            </Button>
          </>
        }
      >
        {props.wasOpen ? (props.isKept ? texts.kept : texts.again) : texts.detail}
      </EmptyState>
    </div>
  )
}
