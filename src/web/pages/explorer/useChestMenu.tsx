import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  History,
  KeyRound,
  LockKeyhole,
  Pencil,
  RefreshCw,
  ScrollText,
  ShieldPlus,
  ShieldOff,
} from 'lucide-react'
import { masterKey } from '#contract/vault/master-key.ts'
import { rightNames, type Rights } from '#domain/platform/rights.ts'
import { chestLockTexts } from '#texts/vault/chest-lock.ts'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { clearUnlocked } from '#web/platform/api/unlocking.ts'
import { LockNote } from '#web/vault/master-key/LockNote.tsx'
import { useLockState, useUnlocked } from '#web/vault/master-key/queries.ts'
import type { MenuEntry } from '#web/platform/ui/Menu.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useRestoreFocus } from '#web/platform/ui/restoreFocus.ts'
import { lazyDialog } from '#web/platform/shell/lazyDialog.tsx'

const ManageKeyDialog = lazyDialog(() =>
  import('#web/vault/master-key/ManageKeyDialog.tsx').then((module) => module.ManageKeyDialog),
)
const EditChestDialog = lazyDialog(() =>
  import('#web/vault/chests/ManageChestDialogs.tsx').then((module) => module.EditChestDialog),
)
const ChestImportsDialog = lazyDialog(() =>
  import('#web/vault/imports/manager/ChestImportsDialog.tsx').then((module) => module.ChestImportsDialog),
)

const texts = chestLockTexts
type Opened = 'edit' | 'imports' | 'protect' | 'change' | 'remove' | 'renewal'

/**
 * Returns the menu of the current chest, the dialog that it opens, and the note with the remaining time of an
 * unlocked guardian chest.
 */
export function useChestMenu(
  chest: { id: number; name: string; guardian: boolean },
  rights: Rights,
): {
  entries: readonly MenuEntry[]
  dialog: ReactNode
  note: ReactNode
} {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const toasts = useToasts()
  const unlocked = useUnlocked()
  const handle = unlocked?.id === chest.id ? unlocked.key : null
  const { data: state } = useLockState(chest.id, handle, chest.id !== 0)
  const [opened, setOpened] = useState<Opened | null>(null)

  // The element that opened the first of several dialogs has been unmounted: focus the table.
  useRestoreFocus(opened === null ? null : true)

  const lockNow = async () => {
    try {
      await call(masterKey.lock, { body: { chestId: chest.id } })
      clearUnlocked()
      toasts.success(texts.locked)
    } catch {
      toasts.error(texts.lockFailed)
    }
  }
  const changed = async () => {
    await cache.invalidateQueries({ queryKey: cacheKeys.chest(chest.id) })
    await cache.invalidateQueries({ queryKey: cacheKeys.chests })
    await cache.invalidateQueries({ queryKey: cacheKeys.favouriteChests })
  }
  const close = () => setOpened(null)
  const isOpen = chest.guardian && handle !== null
  const isRenewing = state?.renewal !== null && state?.renewal !== undefined
  const offers: readonly (MenuEntry & { isOffered: boolean })[] = [
    {
      id: 'edit',
      label: explorerTexts.editChest,
      icon: <Pencil />,
      isOffered: true,
      isDisabled: state?.manageable !== true,
      onAction: () => setOpened('edit'),
    },
    {
      id: 'imports',
      label: explorerTexts.imports,
      icon: <History />,
      isOffered: true,
      onAction: () => setOpened('imports'),
    },
    {
      id: 'journal',
      label: explorerTexts.journal,
      icon: <ScrollText />,
      isOffered: rightNames.every((right) => rights[right]),
      onAction: () => void navigate({ to: '/routes/explorer/journal', search: { chestId: chest.id } }),
    },
    {
      id: 'lock',
      label: texts.lockNow,
      icon: <LockKeyhole />,
      isOffered: isOpen,
      onAction: () => void lockNow(),
    },
    {
      id: 'renewal',
      label: texts.followRenewal,
      icon: <RefreshCw />,
      isOffered: isRenewing,
      onAction: () => setOpened('renewal'),
    },
    {
      id: 'protect',
      label: texts.protect,
      icon: <ShieldPlus />,
      isOffered: state?.manageable === true && !chest.guardian,
      isDisabled: isRenewing,
      onAction: () => setOpened('protect'),
    },
    {
      id: 'change-key',
      label: texts.change,
      icon: <KeyRound />,
      isOffered: state?.manageable === true && chest.guardian,
      onAction: () => setOpened('change'),
    },
    {
      id: 'remove-key',
      label: texts.remove,
      icon: <ShieldOff />,
      isOffered: state?.manageable === true && chest.guardian,
      isDisabled: isRenewing,
      onAction: () => setOpened('remove'),
    },
  ]
  return {
    entries: offers.filter(({ isOffered }) => isOffered).map(({ isOffered: _isOffered, ...entry }) => entry),
    note:
      state === undefined || !(isOpen || isRenewing) ? null : (
        <LockNote state={state} onShowRenewal={() => setOpened('renewal')} />
      ),
    dialog:
      opened !== null &&
      (opened === 'edit' ? (
        <EditChestDialog chestId={chest.id} onSaved={() => void changed()} onClose={close} />
      ) : opened === 'imports' ? (
        <ChestImportsDialog chest={chest} onChanged={changed} onClose={close} />
      ) : (
        <ManageKeyDialog chest={chest} start={opened} state={state} onChanged={changed} onClose={close} />
      )),
  }
}
