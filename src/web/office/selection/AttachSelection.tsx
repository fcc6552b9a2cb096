import { useState, type ReactNode } from 'react'
import { selectionTexts as texts } from '#texts/platform/lists.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import type { Pickable } from '#web/platform/back-office/PickList.tsx'
import { PickSet } from '#web/platform/back-office/PickSet.tsx'
import type { Source } from '#web/platform/back-office/useCandidates.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'

/** An action that attaches the rows of a selection to what a dialog lets choose. */
export type SelectionAct = {
  id: string
  /** The label of the button. */
  label: string
  icon: ReactNode
  title: (count: number) => string
  choice: { label: string; texts: { search: string; noneAvailable: string }; source: Source }
  notice?: string
  /** Attaches rows to one choice. A row that is attached already stays as it is. */
  run: (ids: readonly number[], to: number) => Promise<unknown>
}

export type AttachSelectionProps = {
  act: SelectionAct
  ids: readonly number[]
  /** Refreshes the list, also after a refusal: a part may be attached. */
  onChanged: () => Promise<unknown>
  onDone: () => void
  onClose: () => void
}

/** The choice of what a selection is attached to. After a refusal, what was not attached stays chosen. */
export function AttachSelection(props: AttachSelectionProps): ReactNode {
  const { act, ids } = props
  const toasts = useToasts()
  const [chosen, setChosen] = useState<readonly Pickable[]>([])
  const [isPending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  const attach = async () => {
    setPending(true)
    setRefusal(null)
    const waiting = [...chosen]
    try {
      for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
        await act.run(ids, next.id)
        waiting.shift()
      }
      await props.onChanged()
      toasts.success(texts.attached(ids.length))
      props.onDone()
      props.onClose()
    } catch (error) {
      setRefusal(texts.refused(waiting[0]?.name ?? '', sentenceOf(error)))
      setChosen(waiting)
      setPending(false)
      await props.onChanged()
    }
  }
  return (
    <Dialog
      title={act.title(ids.length)}
      isOpen
      onClose={props.onClose}
      footer={
        <>
          <Button onPress={props.onClose}>{uiTexts.cancel}</Button>
          <Button
            look="primary"
            isPending={isPending}
            isDisabled={chosen.length === 0}
            onPress={() => void attach()}
          >
            {texts.attach}
          </Button>
        </>
      }
    >
      {refusal !== null && <Banner tone="danger">{refusal}</Banner>}
      <PickSet
        {...act.choice}
        chosen={chosen}
        onChange={setChosen}
        {...(act.notice !== undefined && { description: act.notice })}
      />
    </Dialog>
  )
}
