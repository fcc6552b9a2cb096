import { useCallback, type ReactNode } from 'react'
import { uiTexts } from '#texts/platform/ui.ts'
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

/** Removes the toast of the former copy at each copy. */
function Copying({ children }: { children: ReactNode }): ReactNode {
  const { withdraw } = useToasts()
  const forgetFormer = useCallback(() => withdraw(uiTexts.copied), [withdraw])
  return <ClipboardProvider onCopied={forgetFormer}>{children}</ClipboardProvider>
}
