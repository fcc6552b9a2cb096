import { Accessibility, FileText, Globe } from 'lucide-react'
import { declarationAddress, documentAddress } from '#domain/platform/documents.ts'
import { auditLevel } from '#texts/platform/accessibility-audit.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import type { MenuEntries } from '#web/platform/ui/Menu.tsx'
import { useMedia } from '#web/platform/ui/useMedia.ts'
import { useSession } from './session.ts'

/** Where a pager and the links do not fit in one line, and in a low viewport (400 % zoom), the links are in the help menu. */
const hasNoFooter = '(width < 1100px) or (height < 30rem)'

/** Returns whether the page has a footer. */
export const useHasFooter = (): boolean => !useMedia(hasNoFooter)

/** Returns the footer's links as entries of the help menu; none while the page has its footer. */
export function useFooterEntries(): MenuEntries {
  const { links } = useSession()
  if (useHasFooter()) return []
  return [
    'line',
    ...(['terms', 'privacy', 'legal'] as const).map((name) => ({
      id: name,
      label: shellTexts.documents[name],
      icon: <FileText />,
      href: documentAddress(name),
    })),
    {
      id: 'accessibility',
      label: shellTexts.accessibility(auditLevel),
      icon: <Accessibility />,
      href: declarationAddress,
    },
    links.vendor !== null && {
      id: 'vendor',
      label: shellTexts.vendor,
      icon: <Globe />,
      href: links.vendor,
    },
  ]
}
