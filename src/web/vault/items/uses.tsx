import { ExternalLink, KeyRound, Timer, UserRound } from 'lucide-react'
import { clickableHref } from '#domain/platform/address-danger.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { explorerTexts } from '#texts/vault/explorer.ts'
import type { RowUse } from '#web/platform/ui/DataTableRow.tsx'
import { useCopyCode, useCopyPassword, useCopyText } from './secrets.ts'

const texts = explorerTexts.menu

/** What people open Trousseau for. */
export type UseId = 'copy-password' | 'copy-login' | 'copy-code' | 'open-address'
type UsedItem = { id: number; login: string; address: string; hasPassword: boolean; hasOtp: boolean }

/** Returns the uses that an item has: its values to copy, and its address if a click may open it. */
export function usesOfItem({ login, hasPassword, hasOtp, address }: UsedItem): readonly RowUse<UseId>[] {
  const offers: readonly (RowUse<UseId> | false)[] = [
    hasPassword && { id: 'copy-password', label: texts.copyPassword, icon: <KeyRound />, shortcut: 'c' },
    login !== '' && { id: 'copy-login', label: texts.copyLogin, icon: <UserRound />, shortcut: 'l' },
    hasOtp && { id: 'copy-code', label: texts.copyCode, icon: <Timer />, shortcut: 'o' },
    clickableHref(address) !== null && {
      id: 'open-address',
      label: texts.openAddress,
      icon: <ExternalLink />,
      shortcut: 'a',
    },
  ]
  return offers.filter((one) => one !== false)
}

/** Returns the functions that use an item in a list. The server records each reading of a secret. */
export function useItemUses(): Record<UseId, (item: UsedItem) => void> {
  const copyPassword = useCopyPassword('explorer')
  const copyText = useCopyText()
  const copyCode = useCopyCode()
  return {
    'copy-password': ({ id }) => void copyPassword(id),
    'copy-login': ({ login }) => void copyText(login, itemTexts.fields.login),
    'copy-code': ({ id }) => void copyCode(id),
    'open-address': ({ address }) => {
      const href = clickableHref(address)
      if (href !== null) window.open(href, '_blank', 'noopener,noreferrer')
    },
  }
}
