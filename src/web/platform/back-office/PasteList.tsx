import { useState, type ReactNode } from 'react'
import { officeTexts } from '#texts/platform/lists.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { sentenceOf, ApiError } from '#web/platform/api/errors.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Form } from '#web/platform/ui/Form.tsx'
import { TextArea } from '#web/platform/ui/TextField.tsx'
import styles from './AttachDialog.module.css'
import type { Pickable } from './PickList.tsx'
import { entriesOf, withoutEntries } from './pastedEntries.ts'

const texts = officeTexts.picker
const most = 1000

/** A person found by a pasted list, and the entries that name them. */
export type Resolved = Pickable & { entries: readonly string[] }
export type Resolve = (
  entries: string[],
) => Promise<{ found: readonly Resolved[]; unknown: readonly string[] }>

/** Why none was attached: the faulty entries, and what can be done about them. */
type Verdict = {
  title: string
  detail: string
  /** A pasted entry, and its problem if the title does not state it. */
  lines: readonly { entry: string; problem?: string }[]
  /** The button that removes those entries; null when nothing would be left. */
  drop: string | null
}

const unknownVerdict = (unknown: readonly string[], found: number): Verdict => ({
  title: texts.unknownTitle(unknown.length),
  detail: texts.unknownDetail(found),
  lines: unknown.map((entry) => ({ entry })),
  drop: found > 0 ? texts.dropUnknown : null,
})

const refusedVerdict = (refused: readonly Resolved[], others: number, reason: string): Verdict => ({
  title: texts.refusedTitle(refused.length),
  detail: texts.refusedDetail(others),
  lines: refused.flatMap(({ entries, name }) =>
    entries.map((entry) => ({ entry, problem: texts.reasonOf(name, reason) })),
  ),
  drop: others > 0 ? texts.dropRefused : null,
})

/** A pasted list of people: all are attached, or none, and the faulty entries are listed with the reason. */
export function PasteList(props: {
  resolve: Resolve
  attachedIds: ReadonlySet<number>
  /** Attaches all of them or none. Returns the thrown error, or null on success. */
  onAttach: (items: readonly Pickable[]) => Promise<unknown>
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
  const attach = async (fresh: readonly Resolved[]) => {
    const thrown = await props.onAttach(fresh)
    if (thrown === null) return props.onClose()
    const refused = refusedOf(thrown, fresh)
    if (refused.length === 0) return refuse(sentenceOf(thrown))
    return setVerdict(refusedVerdict(refused, fresh.length - refused.length, sentenceOf(thrown)))
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
      if (unknown.length > 0) setVerdict(unknownVerdict(unknown, found.length))
      else if (fresh.length === 0) setError(texts.allAttached)
      else await attach(fresh)
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
      {verdict !== null && <VerdictBanner verdict={verdict} />}
      <div className={styles.pasteActions}>
        <Button onPress={props.onClose} isDisabled={isPending}>
          {uiTexts.cancel}
        </Button>
        {verdict !== null && verdict.drop !== null && (
          <Button
            onPress={() => {
              const dropped = verdict.lines.map(({ entry }) => entry)
              setTyped(withoutEntries(typed, dropped))
              setVerdict(null)
            }}
          >
            {verdict.drop}
          </Button>
        )}
        <Button type="submit" look="primary" isPending={isPending}>
          {texts.check}
        </Button>
      </div>
    </Form>
  )
}

/** Up to a thousand entries in a scrolling list. */
function VerdictBanner({ verdict }: { verdict: Verdict }): ReactNode {
  return (
    <div role="alert">
      <Banner tone="danger" title={verdict.title}>
        <ul className={styles.refused} tabIndex={0} aria-label={verdict.title}>
          {verdict.lines.map(({ entry, problem }) => (
            <li key={entry}>
              <span className={styles.entry}>{entry}</span>
              {problem !== undefined && <span className={styles.problem}> {problem}</span>}
            </li>
          ))}
        </ul>
        <p>{verdict.detail}</p>
      </Banner>
    </div>
  )
}

type Listed = { id: number }

/** Returns the items that a refusal names in its details, or none. */
function refusedOf<Item extends Listed>(error: unknown, items: readonly Item[]): Item[] {
  const details = error instanceof ApiError ? error.details : null
  const ids: unknown =
    typeof details === 'object' && details !== null && 'ids' in details ? details.ids : null
  return Array.isArray(ids) ? items.filter(({ id }) => ids.includes(id)) : []
}
