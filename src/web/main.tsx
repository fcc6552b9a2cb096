/** Everything behind the sign-in. */
import { StrictMode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { createCache } from './platform/api/cache.ts'
import { repeatCreations } from './platform/api/creations.ts'
import { requireServer } from './platform/api/requireServer.ts'
import { takeArrival } from './pages/explorer/arrival.ts'
import { createAppRouter } from './pages/router.tsx'
import { SealGate } from './pages/SealGate.tsx'
import { BrokenPage } from './platform/shell/BrokenPage.tsx'
import { ErrorBoundary } from './platform/shell/ErrorBoundary.tsx'
import { forgetOnLeave } from './platform/shell/forgetOnLeave.ts'
import { onApiEvent } from './platform/api/events.ts'
import { Veil } from './platform/shell/Veil.tsx'
import './platform/ui/base.css'
import './platform/shell/first.css'
import * as clearing from './platform/ui/clearing.ts'
import { provideClearing } from './platform/ui/Clipboard.tsx'
import { requireBeforeOverlays } from './platform/ui/overlays.ts'
import { UiProvider } from './platform/ui/UiProvider.tsx'

repeatCreations()
provideClearing(clearing)
requireBeforeOverlays(requireServer)
const root = document.getElementById('root')
if (root !== null) {
  const app = createRoot(root)
  const stopVeiling = onApiEvent('veiled', () => app.render(<Veil />))
  const cache = createCache()
  forgetOnLeave(app, () => {
    stopVeiling()
    cache.clear()
  })
  const router = createAppRouter()
  // The router would first render nothing, and what app.html shows would go.
  await Promise.all([takeArrival(cache), router.load()])
  app.render(
    <StrictMode>
      <ErrorBoundary instead={<BrokenPage />}>
        <QueryClientProvider client={cache}>
          <UiProvider>
            <SealGate>
              <RouterProvider router={router} />
            </SealGate>
          </UiProvider>
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>,
  )
}
