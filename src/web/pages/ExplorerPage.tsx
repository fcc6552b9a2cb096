import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { usePlace } from '#web/vault/explorer/usePlace.ts'
import { useSession } from '#web/platform/shell/session.ts'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { lazyDialog } from '#web/platform/shell/lazyDialog.tsx'
import { ChestGate } from './ChestGate.tsx'
import { ChestView } from './explorer/ChestView.tsx'

const CreateChestDialog = lazyDialog(() =>
  import('#web/vault/chests/CreateChestDialog.tsx').then((module) => module.CreateChestDialog),
)

/** The title until the chest sets its own: before it in the page, so that its effect runs first. */
function Title(): null {
  usePageTitle(explorerTexts.pageTitle)
  return null
}

/**
 * /routes/explorer: the chest of the address or the last one opened, else a redirect to the choice, which also
 * offers the last one if it is locked.
 */
export function ExplorerPage(): ReactNode {
  const { place, goTo } = usePlace()
  const { user } = useSession()
  const navigate = useNavigate()
  const { chestId } = place
  const [isCreating, setCreating] = useState(false)
  /** The last chest, opened because the address names none. */
  const [landing, setLanding] = useState<number | null>(null)
  const isElsewhere = chestId !== undefined && chestId !== landing
  const next = chestId === undefined ? user.lastChestId : isElsewhere ? null : landing
  if (next !== landing) setLanding(next)

  useEffect(() => {
    if (chestId !== undefined) return
    if (user.lastChestId !== null) goTo({ ...place, chestId: user.lastChestId })
    else void navigate({ to: '/routes/manager', replace: true })
  }, [chestId, place, user.lastChestId, goTo, navigate])
  const choose = useCallback(() => void navigate({ to: '/routes/manager', replace: true }), [navigate])

  return (
    <>
      <Title />
      <VisuallyHidden>
        <h1>{explorerTexts.pageTitle}</h1>
      </VisuallyHidden>
      {chestId === undefined ? (
        <Skeleton lines={8} />
      ) : (
        <ChestGate key={chestId} chestId={chestId} onLockedLanding={landing === chestId ? choose : undefined}>
          <ChestView chestId={chestId} place={place} goTo={goTo} onNewChest={() => setCreating(true)} />
        </ChestGate>
      )}
      {/* Outside the gate: the chest in sight may lock meanwhile, and the shares of the new one are shown
          only once. */}
      {isCreating && (
        <CreateChestDialog
          onCreated={(id) => {
            setCreating(false)
            goTo({ chestId: id })
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  )
}
