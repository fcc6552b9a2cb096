import type { ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { users } from '#contract/office/users.ts'
import { userTexts } from '#texts/office/users.ts'
import { call } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { nameOf } from '#web/access/nameOf.ts'
import { SessionList } from '#web/access/SessionList.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import type { User } from './queries.ts'

const texts = userTexts.sessions

/** The sessions of a user, with buttons that end one of them or all. */
export function SessionsDialog({ user, onClose }: { user: User; onClose: () => void }): ReactNode {
  const cache = useQueryClient()
  const toasts = useToasts()
  const params = { id: user.id }
  const queryKey = ['users', user.id, 'sessions']
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(users.sessions, { params, signal }),
    staleTime: 0,
  })
  const refresh = () => cache.invalidateQueries({ queryKey })
  const end = async () => {
    try {
      const { ended } = await call(users.endSessions, { params })
      toasts.success(texts.ended(ended))
      onClose()
    } catch (failure) {
      toasts.error(sentenceOf(failure))
    }
    await refresh()
  }
  return (
    <Dialog
      title={texts.title(nameOf(user))}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{texts.close}</Button>
          <Button look="danger" isDisabled={!data || data.length === 0} onPress={() => void end()}>
            {texts.end}
          </Button>
        </>
      }
    >
      {data !== undefined ? (
        <>
          <p role="status">{data.length === 0 ? texts.none : texts.detail}</p>
          <SessionList
            sessions={data}
            onEnd={(sessionId) => call(users.endSession, { params: { ...params, sessionId } })}
            onEnded={refresh}
          />
        </>
      ) : error !== null ? (
        <ErrorBlock title={texts.failed} onRetry={() => void refetch()}>
          {sentenceOf(error)}
        </ErrorBlock>
      ) : (
        <Skeleton lines={2} />
      )}
    </Dialog>
  )
}
