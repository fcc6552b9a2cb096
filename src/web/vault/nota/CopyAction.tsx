import type { ReactNode } from 'react'
import { Copy } from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import { Button, type ButtonProps } from '#web/platform/ui/Button.tsx'
import { useCopy } from '#web/platform/ui/Clipboard.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'

/** A button that copies a visible text, which stays in the clipboard. */
export function CopyAction({
  text,
  onCopied,
  ...button
}: Pick<ButtonProps, 'children' | 'look' | 'isWide' | 'autoFocus'> & {
  text: string
  onCopied?: () => void
}): ReactNode {
  const copy = useCopy()
  const toasts = useToasts()
  const press = async () => {
    if ((await copy(() => text)) === false) return toasts.error(uiTexts.copyFailed)
    toasts.success(uiTexts.copied)
    onCopied?.()
  }
  return <Button {...button} icon={<Copy />} onPress={() => void press()} />
}
