import { useEffect, useRef, type ReactNode } from 'react'
import { Eye } from 'lucide-react'
import { notaPageTexts } from '#texts/nota.ts'
import { uiTexts } from '#texts/ui.ts'
import { AuthFrame } from '#web/shell/AuthFrame.tsx'
import { usePageTitle } from '#web/shell/usePageTitle.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CopyAction } from './CopyAction.tsx'
import type { Link } from './reading.ts'
import { useNota, type Nota, type Reading } from './useNota.ts'
import styles from './NotaPage.module.css'

const texts = notaPageTexts

/** What stands at the top of each step. */
function headOf(reading: Reading): { title: string; intro?: string } {
  switch (reading.step) {
    case 'asking':
      return { title: texts.loading }
    case 'unasked':
      return { title: texts.unreachableTitle, intro: reading.why }
    case 'waiting':
      return { title: texts.waitingTitle, intro: texts.until(reading.expiresAt) }
    case 'read':
      return { title: texts.shownTitle }
    case 'ended':
      return { title: texts.ends[reading.end].title, intro: texts.ends[reading.end].detail }
  }
}

/** /nota/{id}#{key}: says whether a message waits, and reveals it once, when asked. */
export function NotaPage({ link }: { link: Link }): ReactNode {
  const { reading, ask, reveal } = useNota(link)
  const head = headOf(reading)
  usePageTitle(head.title)
  return (
    <AuthFrame {...head} isWide={reading.step === 'read'}>
      <div className={styles.step} aria-live="polite">
        {reading.step === 'unasked' && (
          <Button look="primary" isWide onPress={ask}>
            {uiTexts.retry}
          </Button>
        )}
        {reading.step === 'waiting' && <Waiting reading={reading} reveal={reveal} />}
        {reading.step === 'read' && <Shown message={reading.message} />}
      </div>
    </AuthFrame>
  )
}

function Waiting({
  reading,
  reveal,
}: Pick<Nota, 'reveal'> & { reading: Extract<Reading, { step: 'waiting' }> }): ReactNode {
  return (
    <>
      <p className={styles.quiet}>{texts.ready}</p>
      {reading.trouble !== null && <Banner tone="attention">{texts[reading.trouble]}</Banner>}
      <Button look="primary" icon={<Eye />} isWide autoFocus isPending={reading.isSending} onPress={reveal}>
        {texts.reveal}
      </Button>
    </>
  )
}

function Shown({ message }: { message: string }): ReactNode {
  const text = useRef<HTMLDivElement>(null)
  // The button that was pressed has gone.
  useEffect(() => text.current?.focus(), [])
  return (
    <>
      <Banner tone="attention">{texts.destroyed}</Banner>
      {/* It scrolls by the keyboard too. */}
      <div
        ref={text}
        className={styles.message}
        role="region"
        aria-label={texts.shownLabel}
        tabIndex={0}
        translate="no"
      >
        {message}
      </div>
      <CopyAction text={message} look="primary" isWide>
        {texts.copy}
      </CopyAction>
    </>
  )
}
