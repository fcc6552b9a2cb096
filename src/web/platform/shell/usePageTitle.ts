import { useEffect } from 'react'
import { productTexts } from '#texts/platform/ui.ts'

/** Sets the title of the tab: the given parts, then the product. */
export function usePageTitle(...parts: readonly (string | null | undefined)[]): void {
  const title = [
    ...parts.filter((part) => part !== null && part !== undefined && part !== ''),
    productTexts.product,
  ].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
