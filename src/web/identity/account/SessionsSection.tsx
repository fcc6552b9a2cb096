import { useState, type ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { account } from '#contract/identity/account.ts'
import { accountTexts } from '#texts/identity/account.ts'
import { sessionTexts } from '#texts/access/sessions.ts'
import { call } from '#web/platform/api/client.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { Loaded } from '#web/platform/shell/Loaded.tsx'
import { SessionList } from '#web/access/SessionList.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { ConfirmDialog } from '#web/platform/ui/Dialog.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { accountKey } from './queries.ts'
import { Section } from './Section.tsx'

const texts = accountTexts.sessions
const queryKey = [...accountKey, 'sessions']

/** The active sessions, each of which can be ended here. */
export function SessionsSection(): ReactNode {
  const cache = useQueryClient()
  const toasts = useToasts()
  const query = useQuery(replyQuery(queryKey, account.sessions, {}))
  const [isAsking, setAsking] = useState(false)
  const others = (query.data ?? []).filter((one) => !one.isCurrent)
  const refresh = () => cache.invalidateQueries({ queryKey })

  const endOthers = async () => {
    try {
      const { ended } = await call(account.endOtherSessions, {})
      toasts.success(texts.othersEnded(ended))
    } catch {
      toasts.error(sessionTexts.endFailed)
    }
    await refresh()
  }
  return (
    <Section
      title={texts.title}
      detail={texts.detail}
      actions={others.length > 0 && <Button onPress={() => setAsking(true)}>{texts.endOthers}</Button>}
    >
      <Loaded query={query} failed={texts.loadFailed} lines={4}>
        {(sessions) => (
          <SessionList
            sessions={sessions}
            onEnd={(sessionId) => call(account.endSession, { params: { sessionId } })}
            onEnded={refresh}
          />
        )}
      </Loaded>
      {isAsking && (
        <ConfirmDialog
          isOpen
          title={texts.confirm.title}
          confirmLabel={sessionTexts.end}
          onConfirm={endOthers}
          onClose={() => setAsking(false)}
        >
          <p>{texts.confirm.detail}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
