import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Copy, Eye, TriangleAlert } from 'lucide-react'
import type { NotaContent } from '#domain/vault/nota-content.ts'
import { notaPageTexts } from '#texts/vault/nota.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { AuthFrame } from '#web/platform/shell/AuthFrame.tsx'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import { BannerFrame } from '#web/platform/ui/BannerFrame.tsx'
import { useCopy } from '#web/platform/ui/Clipboard.tsx'
import { PlainButton } from '#web/platform/ui/PlainButton.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { textOf } from './pieces.ts'
import type { Link } from './reading.ts'
import { useNota, type Reading, type Sender } from './useNota.ts'
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
          <PlainButton look="primary" isWide onPress={ask}>
            {uiTexts.retry}
          </PlainButton>
        )}
        {(reading.step === 'asking' || reading.step === 'waiting') && (
          // Without autofocus: a stray key press would destroy the message.
          <PlainButton
            look="primary"
            icon={<Eye />}
            isWide
            isDisabled={reading.step === 'asking'}
            isPending={reading.step === 'waiting' && reading.isSending}
            onPress={reveal}
          >
            {texts.reveal}
          </PlainButton>
        )}
        {reading.step === 'read' && <Shown content={reading.content} />}
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
          <From sender={reading.sender} />
          <p>{texts.until(reading.expiresAt)}</p>
          <p className={styles.quiet}>{texts.ready}</p>
          {reading.trouble !== null && (
            <BannerFrame tone="attention" icon={<TriangleAlert />}>
              {texts[reading.trouble]}
            </BannerFrame>
          )}
        </>
      )
    case 'read':
      return (
        <>
          <From sender={reading.sender} />
          <BannerFrame tone="attention" icon={<TriangleAlert />}>
            {texts.destroyed}
          </BannerFrame>
        </>
      )
    case 'ended':
      return <p className={styles.quiet}>{texts.ends[reading.end].detail}</p>
  }
}

/** Who sends the message, as far as the server says. */
function From({ sender: { name, organisation } }: { sender: Sender }): ReactNode {
  const known = [name, organisation].filter((part) => part !== null).join(', ')
  return known !== '' && <p className={styles.from}>{texts.from(known)}</p>
}

function Shown({ content }: { content: NotaContent }): ReactNode {
  const { fields, text } = content
  const shown = useRef<HTMLDivElement>(null)
  const copy = useCopy()
  const [said, setSaid] = useState('')
  // The focused button was removed.
  useEffect(() => shown.current?.focus(), [])
  const take = (source: string, done: string) => () =>
    void copy(() => source).then((clearedBy) => setSaid(clearedBy === false ? uiTexts.copyFailed : done))
  return (
    <>
      {/* Focusable, so that the keyboard scrolls it. */}
      <div
        ref={shown}
        className={styles.message}
        role="region"
        aria-label={texts.shownLabel}
        tabIndex={0}
        translate="no"
      >
        {fields.length > 0 && (
          <dl className={styles.fields}>
            {fields.map(({ label, value }, index) => (
              <div key={index} className={styles.field}>
                <dt className={styles.label}>{label}</dt>
                <dd className={styles.value}>{value}</dd>
                <dd>
                  <PlainButton
                    size="small"
                    icon={<Copy />}
                    aria-label={texts.copyField(label)}
                    onPress={take(value, texts.copiedField(label))}
                  >
                    {texts.fieldCopy}
                  </PlainButton>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {text !== '' && <div className={styles.text}>{text}</div>}
      </div>
      <PlainButton look="primary" icon={<Copy />} isWide onPress={take(textOf(content), uiTexts.copied)}>
        {texts.copy}
      </PlainButton>
      <p className={styles.quiet}>{texts.stays}</p>
      <p className={styles.said} role="status">
        {said}
      </p>
    </>
  )
}
