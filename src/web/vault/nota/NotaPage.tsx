import { useEffect, useRef, type ReactNode } from 'react'
import { Eye } from 'lucide-react'
import { notaPageTexts } from '#texts/vault/nota.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { AuthFrame } from '#web/platform/shell/AuthFrame.tsx'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { CopyAction } from './CopyAction.tsx'
import type { Link } from './reading.ts'
import { useNota, type Reading } from './useNota.ts'
import styles from './NotaPage.module.css'

const texts = notaPageTexts

const titleOf = (reading: Reading): string => {
  switch (reading.step) {
    case 'asking':
      return texts.loading
    case 'unasked':
      return texts.unreachableTitle
    case 'waiting':
      return texts.waitingTitle
    case 'read':
      return texts.shownTitle
    case 'ended':
      return texts.ends[reading.end].title
  }
}

/** /nota/{id}#{key}: shows whether a message exists, and reveals it once, on request. */
export function NotaPage({ link }: { link: Link }): ReactNode {
  const { reading, ask, reveal } = useNota(link)
  const title = titleOf(reading)
  usePageTitle(title)
  return (
    <AuthFrame title={title} isWide={reading.step === 'read'}>
      <div className={styles.step}>
        <div className={styles.step} role="status">
          <Said reading={reading} />
        </div>
        {reading.step === 'unasked' && (
          <Button look="primary" isWide onPress={ask}>
            {uiTexts.retry}
          </Button>
        )}
        {(reading.step === 'asking' || reading.step === 'waiting') && (
          // Without autofocus: a stray key press would destroy the message.
          <Button
            look="primary"
            icon={<Eye />}
            isWide
            isDisabled={reading.step === 'asking'}
            isPending={reading.step === 'waiting' && reading.isSending}
            onPress={reveal}
          >
            {texts.reveal}
          </Button>
        )}
        {reading.step === 'read' && <Shown message={reading.message} />}
      </div>
    </AuthFrame>
  )
}

/** The status of the message, announced on change. */
function Said({ reading }: { reading: Reading }): ReactNode {
  switch (reading.step) {
    case 'asking':
      return <Skeleton lines={3} />
    case 'unasked':
      return <p className={styles.quiet}>{reading.why}</p>
    case 'waiting':
      return (
        <>
          <p>{texts.until(reading.expiresAt)}</p>
          <p className={styles.quiet}>{texts.ready}</p>
          {reading.trouble !== null && <Banner tone="attention">{texts[reading.trouble]}</Banner>}
        </>
      )
    case 'read':
      return <Banner tone="attention">{texts.destroyed}</Banner>
    case 'ended':
      return <p className={styles.quiet}>{texts.ends[reading.end].detail}</p>
  }
}

function Shown({ message }: { message: string }): ReactNode {
  const text = useRef<HTMLDivElement>(null)
  // The focused button was removed.
  useEffect(() => text.current?.focus(), [])
  return (
    <>
      {/* Focusable, so that the keyboard scrolls it. */}
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
