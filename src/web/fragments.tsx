/** Server-rendered fragments: the page's own component as HTML, without script or style in it. */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { ChestTable, type Chest } from './chests/ChestTable.tsx'
import { UiProvider } from './ui/UiProvider.tsx'

/** What each fragment is rendered from: the reply of the JSON call of the same page, with its total. */
export type FragmentData = {
  chest: { chests: readonly Chest[]; total: number }
}
export type FragmentPage = keyof FragmentData

const fragments: { [Page in FragmentPage]: (data: FragmentData[Page]) => ReactNode } = {
  chest: ({ chests, total }) => (
    <div data-count-total={total}>
      <ChestTable chests={chests} isStatic />
    </div>
  ),
}

/** Renders what a page shows. The sentences are French whatever the process's locale. */
export const renderFragment = <Page extends FragmentPage>(page: Page, data: FragmentData[Page]): string =>
  renderToStaticMarkup(<UiProvider>{fragments[page](data)}</UiProvider>)
