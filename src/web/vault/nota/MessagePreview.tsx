import { useId, type ReactNode } from 'react'
import { notaTexts } from '#texts/vault/nota.ts'
import { SecretMask, SecretText } from '#web/platform/ui/SecretText.tsx'
import type { Piece } from './notaMessage.ts'
import styles from './NotaDialog.module.css'

export type MessagePreviewProps = {
  pieces: readonly Piece[]
  /** The revealed password has been masked again. It is sent all the same. */
  isMasked: boolean
}

/** A preview of exactly what is sent. */
export function MessagePreview({ pieces, isMasked }: MessagePreviewProps): ReactNode {
  const id = useId()
  return (
    <div className={styles.previewFrame}>
      <p id={id} className={styles.legend}>
        {notaTexts.preview}
      </p>
      {/* Focusable, so that the keyboard scrolls it. */}
      <div className={styles.preview} role="region" aria-labelledby={id} tabIndex={0}>
        {pieces.length === 0 && <span className={styles.quiet}>{notaTexts.previewEmpty}</span>}
        {pieces.map((piece, index) =>
          !piece.isSecret ? (
            <span key={index}>{piece.text}</span>
          ) : isMasked ? (
            <SecretMask key={index} />
          ) : (
            // In one group: the spaces between groups would not be sent.
            <SecretText key={index} value={piece.text} groupBy={piece.text.length} />
          ),
        )}
      </div>
    </div>
  )
}
