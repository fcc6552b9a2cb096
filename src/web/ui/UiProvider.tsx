import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { ToastProvider } from './Toast.tsx'

/** What every page stands on: French for React Aria's own sentences, and the toasts. */
export function UiProvider({ children }: { children: ReactNode }): ReactNode {
  return (
    <I18nProvider locale="fr-FR">
      <ToastProvider>{children}</ToastProvider>
    </I18nProvider>
  )
}
