import { useEffect, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { account } from '#contract/identity/account.ts'
import { accountKey, type Account } from '#web/identity/account/queries.ts'
import { useProof } from '#web/identity/account/useProof.tsx'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { ExportDialog, type ExportDialogProps } from '#web/vault/exports/ExportDialog.tsx'

type Props = Omit<ExportDialogProps, 'proved'>

/** The dialog of an export, with the proof that it may require: the account tells by what the person proves. */
export function ProvedExport(props: Props): ReactNode {
  const toasts = useToasts()
  const { data, error } = useQuery(replyQuery([...accountKey, 'own'], account.read, {}))
  const isFailed = data === undefined && error !== null
  const { onClose } = props
  useEffect(() => {
    if (!isFailed) return
    toasts.error(sentenceOf(error))
    onClose()
  }, [isFailed, error, toasts, onClose])
  return data === undefined ? null : <WithProof {...props} own={data} />
}

function WithProof({ own, ...props }: Props & { own: Account }): ReactNode {
  const { chest, exported } = props
  const { proved, dialog } = useProof(own, { export: exported, chestId: chest.id })
  return (
    <>
      <ExportDialog {...props} proved={proved} />
      {dialog}
    </>
  )
}
