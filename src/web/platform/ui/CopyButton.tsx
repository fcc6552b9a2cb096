import { useEffect, useState, type ReactNode } from 'react'
import { Check, Copy as CopyIcon } from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import { IconButton } from './Button.tsx'
import { useCopy, type CopyOptions } from './Clipboard.tsx'
import { useToasts } from './Toast.tsx'

export type CopyButtonProps = CopyOptions & {
  /** The accessible name: « Copier le mot de passe ». */
  label: string
  /** The text, or a function that returns it. Its errors are passed to `onError`. */
  source: string | (() => string | Promise<string>)
  /** The toast after success: « Copié » by default, none for null. */
  done?: string | null | undefined
  onCopied?: (() => void) | undefined
  onError?: ((error: unknown) => void) | undefined
  size?: 'medium' | 'small' | undefined
  shortcut?: string | undefined
  isDisabled?: boolean | undefined
}

/** A button that copies, with feedback. */
export function CopyButton(props: CopyButtonProps): ReactNode {
  const { source, done = uiTexts.copied } = props
  const [state, setState] = useState<'ready' | 'busy' | 'done'>('ready')
  const copy = useCopy()
  const toasts = useToasts()
  useEffect(() => {
    if (state !== 'done') return undefined
    const timer = setTimeout(() => setState('ready'), 1600)
    return () => clearTimeout(timer)
  }, [state])

  const press = async () => {
    setState('busy')
    try {
      const isCopied = await copy(typeof source === 'string' ? () => source : source, {
        clearAfter: props.clearAfter,
      })
      setState(isCopied ? 'done' : 'ready')
      if (!isCopied) toasts.error(uiTexts.copyFailed)
      else {
        if (done !== null) toasts.success(done)
        props.onCopied?.()
      }
    } catch (error) {
      setState('ready')
      if (props.onError === undefined) throw error
      props.onError(error)
    }
  }
  return (
    <IconButton
      label={props.label}
      icon={state === 'done' ? <Check /> : <CopyIcon />}
      size={props.size}
      shortcut={props.shortcut}
      isDisabled={props.isDisabled}
      isPending={state === 'busy'}
      onPress={() => void press()}
    />
  )
}
