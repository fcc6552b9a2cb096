import { useEffect, useState, type ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { account } from '#contract/identity/account.ts'
import { accountSecurity } from '#contract/identity/account-security.ts'
import { accountSecurityTexts } from '#texts/identity/account.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { clearUnlocked } from '#web/platform/api/unlocking.ts'
import { leaveForbidden, tellTabs } from '#web/platform/shell/leaving.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { ProofDialog } from './ProofDialog.tsx'
import { accountKey } from './queries.ts'

const texts = accountSecurityTexts.prolong

/** Prolongs the session by a fresh proof; where that is not enough, leads to the sign-in and keeps what was typed. */
export function ProlongDialog({ onClose }: { onClose: () => void }): ReactNode {
  const toasts = useToasts()
  const cache = useQueryClient()
  const { data: own, error } = useQuery(replyQuery([...accountKey, 'own'], account.read, {}))
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    if (error === null) return
    toasts.error(sentenceOf(error))
    onClose()
  }, [error, toasts, onClose])

  const prolong = async () => {
    try {
      const { message } = await call(accountSecurity.prolong, {})
      tellTabs('prolonged')
      await cache.invalidateQueries({ queryKey: cacheKeys.session })
      // The server has closed the chest with the former cookie.
      clearUnlocked()
      toasts.success(message)
      onClose()
    } catch (problem) {
      if (isCode(problem, 'SIGN_IN_REQUIRED')) return setRefused(true)
      toasts.error(sentenceOf(problem))
      onClose()
    }
  }
  if (own === undefined) return null
  if (own.provesBy === 'password' && !isRefused)
    return (
      <ProofDialog
        own={own}
        known={null}
        detail={texts.detail}
        onProved={() => void prolong()}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      title={texts.title}
      size="small"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{uiTexts.cancel}</Button>
          <Button look="primary" onPress={() => void leaveForbidden(cache)}>
            {texts.signIn}
          </Button>
        </>
      }
    >
      <p>{texts.refused}</p>
    </Dialog>
  )
}
