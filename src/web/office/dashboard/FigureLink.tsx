import type { ReactNode } from 'react'
import { useFollow } from '#web/platform/back-office/useFollow.ts'

export type FigureLinkProps = { href: string | null; className?: string | undefined; children: ReactNode }

/** A link to the list behind a figure, or its words alone without one. Back returns to the dashboard. */
export function FigureLink({ href, className, children }: FigureLinkProps): ReactNode {
  const follow = useFollow(true)
  if (href === null) return <span className={className}>{children}</span>
  return (
    <a className={className} href={href} onClick={follow(href)}>
      {children}
    </a>
  )
}
