import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { administration } from '#contract/office/administration.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { folderCount, type ClientTemplate } from '#domain/office/client-template.ts'
import { administrationTexts } from '#texts/office/administration.ts'
import { call } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { ConfirmDialog } from '#web/platform/ui/Dialog.tsx'
import { TextArea } from '#web/platform/ui/TextField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import styles from './TemplateEditor.module.css'
import { readTemplate, textOf } from './templateText.ts'
import { TemplateTree } from './TemplateTree.tsx'

const texts = administrationTexts.template

export const templateKey = ['administration', 'template']
export type TemplateState = ReplyOf<typeof administration.readTemplate>

/** The template as JSON beside its folder tree. The parent remounts it for another bank. */
export function TemplateEditor({ state }: { state: TemplateState }): ReactNode {
  const toasts = useToasts()
  const cache = useQueryClient()
  const stored = textOf(state.template)
  const [text, setText] = useState(stored)
  const [last, setLast] = useState(state.template)
  const [isPending, setPending] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const read = readTemplate(text)
  const isOwn = state.origin === (state.bank === null ? 'installation' : 'bank')

  const type = (typed: string) => {
    setText(typed)
    setRefused(null)
    const { template } = readTemplate(typed)
    if (template) setLast(template)
  }
  const change = async (template: ClientTemplate | null, done: string) => {
    setPending(true)
    try {
      const changed = await call(administration.changeTemplate, { body: { template } })
      cache.setQueryData(templateKey, changed)
      setText(textOf(changed.template))
      setLast(changed.template)
      toasts.success(done)
    } catch (error) {
      setRefused(sentenceOf(error))
      toasts.error(texts.saveFailed)
    }
    setPending(false)
  }
  return (
    <>
      <div className={styles.head}>
        <p>{state.bank === null ? texts.ofAll : texts.ofBank(state.bank.label)}</p>
        <Badge tone={isOwn ? 'info' : 'neutral'}>{texts.origins[state.origin]}</Badge>
      </div>
      {!state.editable && <Banner>{texts.readOnly}</Banner>}
      <div className={styles.panes}>
        {state.editable && (
          <div className={styles.pane}>
            <TextArea
              label={texts.field}
              description={texts.fieldDetail}
              rows={14}
              isMono
              spellCheck={false}
              value={text}
              onChange={type}
              error={refused}
              isValid={text === stored ? undefined : read.faults === null}
            />
            {read.faults !== null && (
              <Banner tone="danger" title={texts.faultTitle} isLive>
                <ul className={styles.faults}>
                  {read.faults.map((fault) => (
                    <li key={fault}>{fault}</li>
                  ))}
                </ul>
              </Banner>
            )}
          </div>
        )}
        <section className={styles.pane} aria-label={texts.preview}>
          <div className={styles.previewHead}>
            <h3 className={styles.previewTitle}>{texts.preview}</h3>
            <span className={styles.count}>{texts.count(folderCount(last.folders))}</span>
          </div>
          <div className={styles.preview} data-stale={read.faults !== null}>
            <TemplateTree label={texts.preview} folders={last.folders} />
          </div>
        </section>
      </div>
      {state.editable && (
        <div className={styles.actions}>
          {isOwn && <Button onPress={() => setAsking(true)}>{texts.reset}</Button>}
          <Button
            look="primary"
            isPending={isPending}
            isDisabled={read.template === null || text === stored}
            onPress={() => read.template && void change(read.template, texts.saved)}
          >
            {texts.save}
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          isOpen
          title={texts.resetTitle}
          confirmLabel={texts.resetConfirm}
          onConfirm={() => change(null, texts.restored)}
          onClose={() => setAsking(false)}
        >
          <p>{texts.resetDetail}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
