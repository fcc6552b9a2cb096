import type { ReactNode } from 'react'
import { Navigate, useLocation, useMatches } from '@tanstack/react-router'
import { officePages } from './officePages.ts'
import { useSession } from './session.ts'

/**
 * Redirects a page that the caller's role may not open to the explorer: the page's calls would be refused
 * with 403, which ends the session.
 */
export function RoleGate({ children }: { children: ReactNode }): ReactNode {
  const { permissions } = useSession()
  const pathname = useLocation({ select: (location) => location.pathname })
  // The page shown: the previous one while the next one loads.
  const shown = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' })
  const isRefused = (path: string) =>
    officePages.some(
      ({ to, permission }) => `${path}/`.startsWith(`${to}/`) && !permissions.includes(permission),
    )
  if (isRefused(pathname)) return <Navigate to="/routes/explorer" replace />
  return isRefused(shown) ? null : children
}
