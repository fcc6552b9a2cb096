import type { ReactNode } from 'react'
import { TextArea, TextField } from '#web/platform/ui/TextField.tsx'
import type { EditorProps } from './InlineEditing.tsx'

/** A single-line editor. */
export const lineEditor = (props: EditorProps): ReactNode => (
  <TextField {...props} spellCheck={false} autoFocus />
)

/** A multi-line editor. Ctrl+Enter saves. */
export const linesEditor = (props: EditorProps): ReactNode => <TextArea {...props} rows={5} autoFocus />
