import { useEffect, type ReactNode } from 'react'
import { LockKeyhole } from 'lucide-react'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { ApiError, sentenceOf } from '#web/platform/api/errors.ts'
import { useSession } from '#web/platform/shell/session.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'

export type LoadProblemProps = {
  error: Error
  onRetry: () => void
  onChangeChest: () => void
  /** Set when the chest exists, and the folder or element of the address does not. */
  onRoot?: (() => void) | undefined
}

/** Replaces a chest that cannot be shown: locked, deleted, or not readable. */
export function LoadProblem({ error, onRetry, onChangeChest, onRoot }: LoadProblemProps): ReactNode {
  const toasts = useToasts()
  const { user } = useSession()
  const status = error instanceof ApiError ? error.status : null
  const isProtected = status === 423
  const isQuiet = isProtected || onRoot !== undefined || user.role === 'ROLE_INTERVENANT'

  useEffect(() => {
    if (!isQuiet) toasts.error(explorerTexts.loadFailed)
  }, [isQuiet, toasts])

  if (onRoot !== undefined) {
    return (
      <ErrorBlock
        title={explorerTexts.elementGone}
        actions={
          <Button look="primary" onPress={onRoot}>
            {explorerTexts.toRoot}
          </Button>
        }
      >
        {explorerTexts.elementGoneDetail}
      </ErrorBlock>
    )
  }
  const change = <Button onPress={onChangeChest}>{explorerTexts.changeChest}</Button>
  return isProtected ? (
    <ErrorBlock title={explorerTexts.protectedChest} icon={<LockKeyhole />} actions={change}>
      {explorerTexts.protectedChestDetail}
    </ErrorBlock>
  ) : (
    <ErrorBlock
      title={explorerTexts.loadFailed}
      actions={change}
      onRetry={status === 404 ? undefined : onRetry}
    >
      {status === 404 ? explorerTexts.chestGone : sentenceOf(error)}
    </ErrorBlock>
  )
}
