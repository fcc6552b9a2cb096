import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { ClipboardProvider } from './Clipboard.tsx'
import { ToastProvider, useToasts } from './Toast.tsx'

/** The providers of every page: French for React Aria's own texts, toasts and clipboard. */
export function UiProvider({ children }: { children: ReactNode }): ReactNode {
  return (
    <I18nProvider locale="fr-FR">
      <ToastProvider>
        <Copying>{children}</Copying>
      </ToastProvider>
    </I18nProvider>
  )
}

function Copying({ children }: { children: ReactNode }): ReactNode {
  return <ClipboardProvider toasts={useToasts()}>{children}</ClipboardProvider>
}
