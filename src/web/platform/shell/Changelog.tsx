import { createContext, use, useMemo, useState, type ComponentType, type ReactNode } from 'react'
import { useSession } from './session.ts'

type Changelog = { show: () => void }
const ChangelogContext = createContext<Changelog | null>(null)

/** Returns the function that opens the changelog. */
export function useChangelog(): Changelog {
  const value = use(ChangelogContext)
  if (value === null) throw new Error('useChangelog needs the shell above it')
  return value
}

/**
 * Opens the changelog when the page loads, if a release is unread. One that becomes unread later, by an
 * upgrade of the server, waits for the next load, so that no dialog interrupts typing.
 */
export function ChangelogProvider({
  ChangelogDialog,
  children,
}: {
  ChangelogDialog: ComponentType<{ onClose: () => void }>
  children: ReactNode
}): ReactNode {
  const { unread } = useSession()
  const [isShown, setShown] = useState(unread)
  const value = useMemo(() => ({ show: () => setShown(true) }), [])
  return (
    <ChangelogContext value={value}>
      {children}
      {isShown && <ChangelogDialog onClose={() => setShown(false)} />}
    </ChangelogContext>
  )
}
