import { useRef, useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Braces, FolderTree } from 'lucide-react'
import { administration } from '#contract/office/administration.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { ClientTemplate } from '#domain/office/client-template.ts'
import { administrationTexts } from '#texts/office/administration.ts'
import { call } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { ConfirmDialog } from '#web/platform/ui/Dialog.tsx'
import { Tabs } from '#web/platform/ui/Tabs.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import styles from './TemplateEditor.module.css'
import { nodesOf, templateOf } from './templateNodes.ts'
import { readNodes, readTemplate, textOf } from './templateText.ts'
import { TemplatePreview, TemplateText } from './TemplateText.tsx'
import { TemplateTreeView } from './TemplateTreeView.tsx'
import { useTemplateHistory } from './useTemplateHistory.ts'

const texts = administrationTexts.template

export const templateKey = ['administration', 'template']
export type TemplateState = ReplyOf<typeof administration.readTemplate>

type View = 'tree' | 'text'

/** The template as a tree or as JSON: both edit the same text. The parent remounts it for another bank. */
export function TemplateEditor({ state }: { state: TemplateState }): ReactNode {
  const toasts = useToasts()
  const cache = useQueryClient()
  const stored = textOf(state.template)
  const [view, setView] = useState<View>('tree')
  const [text, setText] = useState(stored)
  const history = useTemplateHistory(nodesOf(state.template.folders))
  const [isStuck, setStuck] = useState(false)
  const [isPending, setPending] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const pane = useRef<HTMLDivElement>(null)
  const read = readTemplate(text)
  const isOwn = state.origin === (state.bank === null ? 'installation' : 'bank')

  const type = (typed: string) => {
    setText(typed)
    setRefused(null)
    setStuck(false)
  }
  const show = (next: View) => {
    if (next === 'tree' && text !== textOf(templateOf(history.nodes))) {
      const nodes = readNodes(text)
      // A tree cannot show it: what was typed stays, with its fault.
      if (nodes === null) {
        setStuck(true)
        requestAnimationFrame(() => pane.current?.querySelector('textarea')?.focus())
        return
      }
      history.change(nodes)
    }
    setView(next)
  }
  const change = async (template: ClientTemplate | null, done: string) => {
    setPending(true)
    try {
      const changed = await call(administration.changeTemplate, { body: { template } })
      cache.setQueryData(templateKey, changed)
      setText(textOf(changed.template))
      // What is undone after saving is saved again: the steps stay. A default begins anew.
      if (template === null) history.reset(nodesOf(changed.template.folders))
      setStuck(false)
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
      {state.editable ? (
        <div ref={pane} data-unsaved={text !== stored || undefined}>
          <Tabs
            label={texts.views.label}
            selectedId={view}
            onSelect={(id) => show(id === 'text' ? 'text' : 'tree')}
            tabs={[
              {
                id: 'tree',
                label: texts.views.tree,
                icon: <FolderTree aria-hidden="true" />,
                content: (
                  <>
                    <TemplateTreeView
                      history={history}
                      onChange={(nodes) => type(textOf(templateOf(nodes)))}
                    />
                    {refused !== null && <p className={styles.refused}>{refused}</p>}
                  </>
                ),
              },
              {
                id: 'text',
                label: texts.views.text,
                icon: <Braces aria-hidden="true" />,
                content: (
                  <TemplateText
                    text={text}
                    stored={stored}
                    faults={read.faults}
                    refused={refused}
                    isStuck={isStuck}
                    onType={type}
                  />
                ),
              },
            ]}
          />
        </div>
      ) : (
        <>
          <Banner>{texts.readOnly}</Banner>
          <TemplatePreview folders={state.template.folders} />
        </>
      )}
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
