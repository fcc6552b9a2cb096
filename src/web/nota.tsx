/** The link of a one-time message: a document of its own, since whoever follows it may have no account. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { forgetOnLeave } from './platform/shell/forgetOnLeave.ts'
import { NotaPage } from './vault/nota/NotaPage.tsx'
import { canSeal, linkOf } from './vault/nota/reading.ts'
import './platform/ui/base.css'
import { ClipboardProvider } from './platform/ui/Clipboard.tsx'

// Another link pasted into the same tab changes the fragment alone.
window.addEventListener('hashchange', () => window.location.reload())

const { pathname, hash } = window.location
const link = linkOf({ pathname, hash, state: window.history.state, canOpen: canSeal() })
const root = document.getElementById('root')
if (root !== null) {
  const page = createRoot(root)
  forgetOnLeave(page)
  page.render(
    <StrictMode>
      <ClipboardProvider>
        <NotaPage link={link} />
      </ClipboardProvider>
    </StrictMode>,
  )
}
