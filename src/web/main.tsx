import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/base.css'
import { UiProvider } from './ui/UiProvider.tsx'

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <UiProvider>
        <main>
          <h1>Trousseau</h1>
        </main>
      </UiProvider>
    </StrictMode>,
  )
}
