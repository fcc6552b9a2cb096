import { useState, type ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { users } from '#contract/office/users.ts'
import { formatExactDate } from '#texts/platform/format.ts'
import { factorResetTexts as texts } from '#texts/office/users.ts'
import { call } from '#web/platform/api/client.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { nameOf } from '#web/access/nameOf.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { ConfirmDialog } from '#web/platform/ui/Dialog.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import styles from './FactorResets.module.css'

type Waiting = ReplyOf<typeof users.factorResets>[number]
type Decision = 'approve' | 'refuse'

const queryKey = ['users', 'factor-resets']

/**
 * Administrators who lost their second factor and wait for the caller's approval. Renders nothing without
 * any.
 */
export function FactorResets(): ReactNode {
  const toasts = useToasts()
  const cache = useQueryClient()
  const [asked, setAsked] = useState<Waiting | null>(null)
  const [isPending, setPending] = useState(false)
  const { data } = useQuery({ ...replyQuery(queryKey, users.factorResets, {}), staleTime: 0 })

  const decide = async ({ user }: Waiting, decision: Decision) => {
    setPending(true)
    try {
      const { message } = await call(users.decideFactorReset, { params: { id: user.id }, body: { decision } })
      toasts.success(message)
    } catch (error) {
      toasts.error(sentenceOf(error))
    } finally {
      setPending(false)
      void cache.invalidateQueries({ queryKey })
    }
  }

  if (data === undefined || data.length === 0) return null
  return (
    <div className={styles.list}>
      {data.map((waiting) => (
        <Banner
          key={waiting.user.id}
          tone="attention"
          isLive
          title={texts.title(nameOf(waiting.user), waiting.user.login)}
          actions={
            waiting.manageable && (
              <>
                <Button size="small" isDisabled={isPending} onPress={() => void decide(waiting, 'refuse')}>
                  {texts.refuse}
                </Button>
                <Button size="small" look="primary" isDisabled={isPending} onPress={() => setAsked(waiting)}>
                  {texts.approve}
                </Button>
              </>
            )
          }
        >
          <p>{waiting.manageable ? texts.detail(until(waiting)) : texts.others}</p>
        </Banner>
      ))}
      {asked !== null && (
        <ConfirmDialog
          isOpen
          title={texts.confirm.title}
          confirmLabel={texts.approve}
          look="primary"
          onConfirm={() => decide(asked, 'approve')}
          onClose={() => setAsked(null)}
        >
          <p>{texts.confirm.detail(nameOf(asked.user))}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

const until = ({ expiresAt }: Waiting): string => formatExactDate(Date.parse(expiresAt))
