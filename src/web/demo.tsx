/** Added by a demonstration, and by nothing else, to its sign-in page (scripts/demo): the accounts above the form. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { DemoPanel } from './identity/sign-in/DemoPanel.tsx'

const place = document.createElement('div')
document.getElementById('root')?.before(place)
createRoot(place).render(
  <StrictMode>
    <DemoPanel />
  </StrictMode>,
)
