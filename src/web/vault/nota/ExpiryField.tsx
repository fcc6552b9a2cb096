import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { nota } from '#contract/vault/nota.ts'
import { notaTexts } from '#texts/vault/nota.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Select } from '#web/platform/ui/Select.tsx'

/** The choices of expiry. They are the same for everyone and fetched once. */
export const useNotaExpiries = (isWanted: boolean) =>
  useQuery({
    ...replyQuery(cacheKeys.notaExpiries, nota.expiries, {}),
    staleTime: Infinity,
    enabled: isWanted,
  })

export type ExpiryFieldProps = {
  expiries: ReturnType<typeof useNotaExpiries>
  value: number | null
  onChange: (expiryId: number) => void
}

/** The expiry of the message, from the server's choices (NOTA-01). */
export function ExpiryField({ expiries, value, onChange }: ExpiryFieldProps): ReactNode {
  if (expiries.isError && expiries.data === undefined)
    return (
      <Banner
        tone="danger"
        isLive
        actions={
          <Button size="small" isPending={expiries.isFetching} onPress={() => void expiries.refetch()}>
            {uiTexts.retry}
          </Button>
        }
      >
        {notaTexts.expiriesFailed}
      </Banner>
    )
  return (
    <Select
      label={notaTexts.expiry}
      placeholder={uiTexts.loading}
      isDisabled={expiries.data === undefined}
      choices={(expiries.data ?? []).map(({ id, addDate }) => ({ id, label: addDate.fr }))}
      value={value}
      onChange={onChange}
    />
  )
}
