import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { ClipboardProvider } from './Clipboard.tsx'
import { ToastProvider } from './Toast.tsx'

/** What every page stands on: French for React Aria's own sentences, the toasts and the clipboard. */
export function UiProvider({ children }: { children: ReactNode }): ReactNode {
  return (
    <I18nProvider locale="fr-FR">
      <ToastProvider>
        <ClipboardProvider>{children}</ClipboardProvider>
      </ToastProvider>
    </I18nProvider>
  )
}
