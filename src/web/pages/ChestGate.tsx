import { Activity, useEffect, useRef, useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { registerUnlockDialog, readUnlocked } from '#web/platform/api/unlocked.ts'
import { onUnlockedChange } from '#web/platform/api/unlocking.ts'
import type { UserChest } from '#web/vault/chests/queries.ts'
import { useChest } from '#web/vault/explorer/queries.ts'
import { ClosedChest } from '#web/vault/master-key/ClosedChest.tsx'
import { useChestLock } from '#web/vault/master-key/useChestLock.ts'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { useRestoreFocus } from '#web/platform/ui/restoreFocus.ts'
import { holdsUnsaved } from '#web/platform/shell/sealedPage.ts'
import { lazyDialog } from '#web/platform/shell/lazyDialog.tsx'

const MasterKeyDialog = lazyDialog(() =>
  import('#web/vault/master-key/MasterKeyDialog.tsx').then((module) => module.MasterKeyDialog),
)
const ChestChooserDialog = lazyDialog(() =>
  import('./chests/ChooserDialog.tsx').then((module) => module.ChooserDialog),
)
const CreateChestDialog = lazyDialog(() =>
  import('#web/vault/chests/CreateChestDialog.tsx').then((module) => module.CreateChestDialog),
)

type Opened = 'key' | 'chests' | 'new-chest'

export type ChestGateProps = {
  chestId: number
  children: ReactNode
  /** Leads on from a locked chest that nobody asked for; without it the master key is requested. */
  onLockedLanding?: (() => void) | undefined
}

/**
 * Guards every page of a chest. A locked guardian chest asks for its master key: first by a dialog, then by a
 * button. When it locks during work, its page is hidden and not unmounted, so that dialogs and fields keep
 * their state. Each chest needs its own gate: pass the chest's id as key.
 */
export function ChestGate({ chestId, onLockedLanding, children }: ChestGateProps): ReactNode {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const { data: read } = useChest(chestId)
  // The cached list of chests: a locked chest is not requested before its key is given.
  const listed = cache.getQueryData<UserChest[]>(cacheKeys.chests)?.find(({ id }) => id === chestId)
  const chest = read ?? (listed?.guardian === true ? listed : undefined)
  const { isClosed } = useChestLock(chestId, chest?.guardian)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [phase, setPhase] = useState<'new' | 'asked' | 'shown'>('new')
  /** The hidden page has unsaved input. */
  const [isKept, setKept] = useState(false)
  const waiting = useRef<((isOpen: boolean) => void)[]>([])

  if (isClosed && phase === 'new') {
    setPhase('asked')
    if (onLockedLanding === undefined) setOpened('key')
  }
  const leadsOn = isClosed && phase !== 'shown' && onLockedLanding !== undefined
  useEffect(() => {
    if (leadsOn) onLockedLanding?.()
  }, [leadsOn, onLockedLanding])
  if (!isClosed && chest !== undefined && phase !== 'shown') setPhase('shown')

  const settle = (isOpen: boolean) => {
    const calls = waiting.current
    waiting.current = []
    for (const answer of calls) answer(isOpen)
  }
  // A refused change waits until the key is given or the dialog is closed.
  useEffect(
    () =>
      registerUnlockDialog(
        () =>
          new Promise((resolve) => {
            waiting.current.push(resolve)
            setOpened('key')
          }),
      ),
    [],
  )
  useEffect(() => () => settle(false), [])
  // After an unlock, here or in another tab, refused calls are retried and queries refetched. When the chest
  // locks below a dialog, which covers the button, the key is requested immediately.
  const isGuarded = chest?.guardian === true
  useEffect(() => {
    if (!isGuarded) return undefined
    return onUnlockedChange(() => {
      if (readUnlocked()?.id === chestId) {
        setOpened((before) => (before === 'key' ? null : before))
        settle(true)
        void cache.invalidateQueries({ queryKey: cacheKeys.chest(chestId) })
        void cache.invalidateQueries({ queryKey: cacheKeys.favouriteChests })
        return
      }
      setKept(holdsUnsaved())
      // A menu covers nothing: locking the chest from a menu does not ask for its key.
      const isCovered = document.querySelector('[data-veil]') !== null
      if (isCovered && readUnlocked() === null) setOpened((before) => before ?? 'key')
    })
  }, [cache, chestId, isGuarded])

  // The element that had the focus before the dialog was hidden and cannot take it back.
  useRestoreFocus(opened === 'key' ? true : null)

  const close = () => {
    setOpened(null)
    settle(false)
  }
  const open = (id: number) => {
    close()
    void navigate({ to: '/routes/explorer', search: { chestId: id }, replace: true })
  }
  const changeChest = () => setOpened('chests')
  const name = chest?.name ?? ''
  if (leadsOn) return <Skeleton lines={8} />
  return (
    <>
      {(phase === 'shown' || !isClosed) && (
        // Hides its portals as well: dialogs and menus.
        <Activity mode={isClosed ? 'hidden' : 'visible'}>{children}</Activity>
      )}
      {isClosed && (
        <ClosedChest
          chestName={name}
          wasOpen={phase === 'shown'}
          isKept={isKept}
          onOpen={() => setOpened('key')}
          onChangeChest={changeChest}
        />
      )}
      {opened === 'key' && (
        <MasterKeyDialog chest={{ id: chestId, name }} onChangeChest={changeChest} onClose={close} />
      )}
      {opened === 'chests' && (
        <ChestChooserDialog
          currentId={chestId}
          onChoose={open}
          onCreate={() => setOpened('new-chest')}
          onClose={close}
        />
      )}
      {opened === 'new-chest' && <CreateChestDialog onCreated={open} onClose={close} />}
    </>
  )
}
