import type { ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { users } from '#contract/office/users.ts'
import { userTexts } from '#texts/office/users.ts'
import { call } from '#web/platform/api/client.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { Loaded } from '#web/platform/shell/Loaded.tsx'
import { nameOf } from '#web/access/nameOf.ts'
import { SessionList } from '#web/access/SessionList.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import type { User } from './queries.ts'

const texts = userTexts.sessions

/** The sessions of a user, with buttons that end one of them or all. */
export function SessionsDialog({ user, onClose }: { user: User; onClose: () => void }): ReactNode {
  const cache = useQueryClient()
  const toasts = useToasts()
  const params = { id: user.id }
  const queryKey = ['users', user.id, 'sessions']
  const query = useQuery({ ...replyQuery(queryKey, users.sessions, { params }), staleTime: 0 })
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
          <Button look="danger" isDisabled={!query.data?.length} onPress={() => void end()}>
            {texts.end}
          </Button>
        </>
      }
    >
      <Loaded query={query} failed={texts.failed} lines={2}>
        {(sessions) => (
          <>
            <p role="status">{sessions.length === 0 ? texts.none : texts.detail}</p>
            <SessionList
              sessions={sessions}
              onEnd={(sessionId) => call(users.endSession, { params: { ...params, sessionId } })}
              onEnded={refresh}
            />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
