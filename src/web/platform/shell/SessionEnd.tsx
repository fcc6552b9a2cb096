import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { sessionLimits } from '#domain/platform/limits.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { leaveForbidden } from './leaving.ts'

const texts = shellTexts.sessionEnd

/** Announces the end of the session, which activity does not postpone, while there is time to sign in anew. */
export function SessionEnd({ expiresAt }: { expiresAt: string }): ReactNode {
  const cache = useQueryClient()
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const left = Date.parse(expiresAt) - sessionLimits.endWarningMs - Date.now()
    const timer = setTimeout(() => setNear(true), left)
    return () => clearTimeout(timer)
  }, [expiresAt])
  if (!isNear) return null
  return (
    <Banner
      tone="attention"
      title={texts.title(expiresAt)}
      actions={
        <Button size="small" onPress={() => void leaveForbidden(cache)}>
          {texts.renew}
        </Button>
      }
    >
      {texts.detail}
    </Banner>
  )
}
