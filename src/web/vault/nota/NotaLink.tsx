import type { ReactNode } from 'react'
import { notaTexts } from '#texts/vault/nota.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { CopyAction } from './CopyAction.tsx'
import styles from './NotaDialog.module.css'

const texts = notaTexts.link

export type NotaLinkProps = { made: { link: string; expiresAt: string }; onCopied: () => void }

/** The second step: the complete link, shown once (NOTA-05). */
export function NotaLink({ made, onCopied }: NotaLinkProps): ReactNode {
  return (
    <div className={styles.step}>
      <Banner tone="attention" title={texts.once}>
        {texts.until(made.expiresAt)}
      </Banner>
      <div className={styles.previewFrame}>
        <p className={styles.legend}>{texts.label}</p>
        {/* One click selects all of it. */}
        <output className={styles.link} aria-label={texts.label} translate="no" onCopy={onCopied}>
          {made.link}
        </output>
      </div>
      <CopyAction text={made.link} look="primary" isWide autoFocus onCopied={onCopied}>
        {texts.copy}
      </CopyAction>
    </div>
  )
}
