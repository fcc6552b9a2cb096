import type { ReactNode } from 'react'
import { Navigate, useLocation, useParams } from '@tanstack/react-router'
import { guidePageOf } from '#texts/office/guide/model.ts'
import { guideParts } from '#texts/office/guide/pages.ts'
import { guideTexts } from '#texts/office/guide/texts.ts'
import { Guide } from '#web/office/guide/Guide.tsx'
import { helpPlaceOf } from '#web/office/guide/places.ts'
import { useMay, useSession } from '#web/platform/shell/session.ts'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'

const everyday = guideParts.filter(({ isForAdministrators }) => !isForAdministrators)

/** /routes/guide: its cover, a page of it, or with `?from=` the page for the address where help was asked for. */
export function GuidePage(): ReactNode {
  const { page: id } = useParams({ from: '/routes/guide/{-$page}' })
  const from = useLocation({ select: ({ search }) => (search as { from?: unknown }).from })
  const section = useLocation({ select: ({ hash }) => hash })
  const { links } = useSession()
  const mayAdminister = useMay('openBackOffice')
  const page = id === undefined ? undefined : guidePageOf(guideParts, id)
  usePageTitle(page?.title, guideTexts.title)
  const place = typeof from === 'string' ? helpPlaceOf(from) : undefined
  // Also where an address names no page, or no longer.
  if (place !== undefined || from !== undefined || (id !== undefined && page === undefined))
    return (
      <Navigate
        to="/routes/guide/{-$page}"
        params={{ page: place?.page }}
        {...(place?.section !== undefined && { hash: place.section })}
        replace
      />
    )
  return (
    <Guide
      parts={mayAdminister ? guideParts : everyday}
      page={page}
      section={section}
      hasPdf={links.guide === null}
    />
  )
}
