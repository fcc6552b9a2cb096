/** Everything behind the sign-in. */
import { StrictMode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { createCache } from './platform/api/cache.ts'
import { repeatCreations } from './platform/api/creations.ts'
import { createAppRouter } from './pages/router.tsx'
import { BrokenPage } from './platform/shell/BrokenPage.tsx'
import { ErrorBoundary } from './platform/shell/ErrorBoundary.tsx'
import './platform/ui/base.css'
import { UiProvider } from './platform/ui/UiProvider.tsx'

repeatCreations()
const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary instead={<BrokenPage />}>
        <QueryClientProvider client={createCache()}>
          <UiProvider>
            <RouterProvider router={createAppRouter()} />
          </UiProvider>
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>,
  )
}
