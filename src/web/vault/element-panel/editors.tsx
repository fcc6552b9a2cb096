import type { ReactNode } from 'react'
import { TextArea, TextField } from '#web/platform/ui/TextField.tsx'
import type { EditorProps } from './InlineEditing.tsx'

/** The editor of one line. */
export const lineEditor = (props: EditorProps): ReactNode => (
  <TextField {...props} spellCheck={false} autoFocus />
)

/** The editor of several lines, where Ctrl and Enter save. */
export const linesEditor = (props: EditorProps): ReactNode => <TextArea {...props} rows={5} autoFocus />
