import { useEffect, useState, type ReactNode } from 'react'
import { Check, Copy as CopyIcon } from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import { IconButton } from './Button.tsx'
import { useCopy, type CopyOptions } from './Clipboard.tsx'
import { useToasts } from './Toast.tsx'

export type CopyButtonProps = Pick<CopyOptions, 'clearAfter'> & {
  /** The accessible name: « Copier le mot de passe ». */
  label: string
  /** The copied text. */
  source: string
  /** The name of what is copied, for the toast. */
  what?: string | undefined
  /** The toast after success: « Copié » by default. A function gets when the clipboard is cleared. */
  done?: string | ((clearing: string) => string) | undefined
  onCopied?: (() => void) | undefined
  size?: 'medium' | 'small' | undefined
  isDisabled?: boolean | undefined
}

/** A button that copies, with feedback. */
export function CopyButton(props: CopyButtonProps): ReactNode {
  const { source, what, clearAfter, done = uiTexts.copied } = props
  const [isDone, setDone] = useState(false)
  const copy = useCopy()
  const toasts = useToasts()
  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => setDone(false), 1600)
    return () => clearTimeout(timer)
  }, [isDone])

  const press = async () => {
    const clearedBy = await copy(() => source, { clearAfter })
    setDone(clearedBy !== false)
    if (clearedBy === false) return toasts.error(uiTexts.copyFailed)
    const clearing = uiTexts.clearedBy[clearedBy]((clearAfter ?? 0) / 1000)
    const detail = what === undefined ? clearing : uiTexts.copiedDetail(what, clearing)
    if (typeof done !== 'string') toasts.success(done(clearing))
    else toasts.success(done, detail === '' ? {} : { detail })
    props.onCopied?.()
    return undefined
  }
  return (
    <IconButton
      label={props.label}
      icon={isDone ? <Check /> : <CopyIcon />}
      size={props.size}
      isDisabled={props.isDisabled}
      onPress={() => void press()}
    />
  )
}
