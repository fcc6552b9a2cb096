/** Server-rendered fragments: the page's own component as HTML, without script or style in it. */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { UiProvider } from './ui/UiProvider.tsx'

/** Renders what a page shows. The sentences are French whatever the process's locale. */
export const renderFragment = (content: ReactNode): string =>
  renderToStaticMarkup(<UiProvider>{content}</UiProvider>)
