import { uiTexts } from '#texts/platform/ui.ts'
import { useToasts } from './Toast.tsx'

/** Returns a function that says that code could not be loaded, then calls `also`. */
export function useLoadFailure(also: () => void): () => void {
  const { error } = useToasts()
  return () => {
    error(uiTexts.notLoaded)
    also()
  }
}
