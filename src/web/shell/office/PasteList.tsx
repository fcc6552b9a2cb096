import { useState, type ReactNode } from 'react'
import { officeTexts } from '#texts/back-office.ts'
import { uiTexts } from '#texts/ui.ts'
import { sentenceOf } from '#web/api/errors.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextArea } from '#web/ui/TextField.tsx'
import styles from './AttachDialog.module.css'
import type { Pickable } from './PickList.tsx'
import { entriesOf, withoutEntries } from './pastedEntries.ts'

const texts = officeTexts.picker
const most = 1000

export type Resolve = (
  entries: string[],
) => Promise<{ found: readonly Pickable[]; unknown: readonly string[] }>
type Verdict = { unknown: readonly string[]; found: number }

/** A pasted list of people: all are attached, or, when somebody is unknown, nobody is and the unknown are listed. */
export function PasteList(props: {
  resolve: Resolve
  attachedIds: ReadonlySet<number>
  onAttach: (items: readonly Pickable[]) => Promise<boolean>
  onClose: () => void
}): ReactNode {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [isPending, setPending] = useState(false)
  const [refusals, setRefusals] = useState(0)

  const refuse = (reason: string) => {
    setError(reason)
    setRefusals((count) => count + 1)
  }
  const submit = async () => {
    const entries = entriesOf(typed)
    setVerdict(null)
    if (entries.length === 0) return refuse(texts.pasteEmpty)
    if (entries.length > most) return refuse(texts.pasteTooMany)
    setPending(true)
    try {
      const { found, unknown } = await props.resolve(entries)
      const fresh = found.filter(({ id }) => !props.attachedIds.has(id))
      if (unknown.length > 0) setVerdict({ unknown, found: found.length })
      else if (fresh.length === 0) setError(texts.allAttached)
      else if (await props.onAttach(fresh)) props.onClose()
    } catch (reason) {
      refuse(sentenceOf(reason))
    } finally {
      setPending(false)
    }
    return undefined
  }
  return (
    <Form
      aria-label={texts.pasteTitle}
      onSubmit={() => void submit()}
      refusals={refusals}
      isPending={isPending}
    >
      <TextArea
        label={texts.pasteLabel}
        description={texts.pasteDescription}
        rows={8}
        autoFocus
        spellCheck={false}
        value={typed}
        error={error}
        onChange={(text) => {
          setTyped(text)
          setError(null)
          setVerdict(null)
        }}
      />
      {verdict !== null && (
        <div role="alert">
          <Banner tone="danger" title={texts.unknownTitle(verdict.unknown.length)}>
            <ul className={styles.unknown} aria-label={texts.unknownTitle(verdict.unknown.length)}>
              {verdict.unknown.map((entry) => (
                <li key={entry}>{entry}</li>
              ))}
            </ul>
            <p>{texts.unknownDetail(verdict.found)}</p>
          </Banner>
        </div>
      )}
      <div className={styles.pasteActions}>
        <Button onPress={props.onClose} isDisabled={isPending}>
          {uiTexts.cancel}
        </Button>
        {verdict !== null && verdict.found > 0 && (
          <Button
            onPress={() => {
              setTyped(withoutEntries(typed, verdict.unknown))
              setVerdict(null)
            }}
          >
            {texts.dropUnknown}
          </Button>
        )}
        <Button type="submit" look="primary" isPending={isPending}>
          {texts.check}
        </Button>
      </div>
    </Form>
  )
}
