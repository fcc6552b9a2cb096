import { useState, type ReactNode } from 'react'
import { firstStart } from '#contract/office/first-start.ts'
import { firstStartTexts } from '#texts/office/first-start.ts'
import { call } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { formatExactDate } from '#texts/platform/format.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Form } from '#web/platform/ui/Form.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import styles from './FirstStart.module.css'
import { useSetFirstStart, type FirstStart } from './queries.ts'

const texts = firstStartTexts.rootKey

/** Asks for a copy of the root key and for its confirmation, which names who gave it. */
export function RootKeyStep(props: {
  state: FirstStart
  onConfirmed?: (() => void) | undefined
  /** Further buttons. */
  more?: ReactNode
}): ReactNode {
  const { rootKeySource, rootKeyFile, rootKeyCopied } = props.state
  const toasts = useToasts()
  const setState = useSetFirstStart()
  const [isTicked, setTicked] = useState(false)
  const [isPending, setPending] = useState(false)
  const confirm = async () => {
    if (!isTicked) return
    setPending(true)
    try {
      setState(await call(firstStart.confirmRootKey, { body: { isCopied: true } }))
      toasts.success(texts.saved)
      props.onConfirmed?.()
    } catch (error) {
      toasts.error(`${texts.confirmFailed}. ${sentenceOf(error)}`)
    }
    setPending(false)
  }
  return (
    <Form
      aria-label={firstStartTexts.steps.rootKey.title}
      onSubmit={() => void confirm()}
      isPending={isPending}
    >
      <p>{texts.sources[rootKeySource]}</p>
      {rootKeyFile !== null && (
        <p className={styles.file}>
          {texts.file} <code translate="no">{rootKeyFile}</code>
        </p>
      )}
      {rootKeyCopied === null ? (
        <Checkbox label={texts.confirm} isSelected={isTicked} onChange={setTicked} />
      ) : (
        <p>{texts.confirmed(rootKeyCopied.login, formatExactDate(Date.parse(rootKeyCopied.at)))}</p>
      )}
      <div className={styles.actions}>
        {rootKeyCopied === null ? (
          <Button type="submit" look="primary" isDisabled={!isTicked} isPending={isPending}>
            {firstStartTexts.steps.rootKey.action}
          </Button>
        ) : (
          props.onConfirmed && (
            <Button look="primary" onPress={props.onConfirmed}>
              {firstStartTexts.goOn}
            </Button>
          )
        )}
        {props.more}
      </div>
    </Form>
  )
}
