import { useEffect, useState, type ReactNode } from 'react'
import { RefreshCw } from 'lucide-react'
import { generator } from '#contract/vault/generator.ts'
import { generatorLimits, generatorSpecials, screenLimits } from '#domain/platform/limits.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { generatorTexts } from '#texts/platform/rating-details.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { call } from '#web/platform/api/client.ts'
import { useDebounced } from '#web/platform/ui/useDebounced.ts'
import { Button, IconButton } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { CopyButton } from '#web/platform/ui/CopyButton.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { SecretText } from '#web/platform/ui/SecretText.tsx'
import { Slider } from '#web/platform/ui/Slider.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import styles from './GeneratorDialog.module.css'
import { StrengthMeter } from '#web/platform/ratings/StrengthMeter.tsx'

const texts = generatorTexts
/** Debounces the slider, in milliseconds. */
const rest = 150
const noWords: readonly string[] = []

/** Generates passwords. The chosen length and characters are kept while the dialog is open. */
export function GeneratorDialog(props: {
  onUse: (password: string) => void
  onClose: () => void
}): ReactNode {
  const { onUse, onClose } = props
  const toasts = useToasts()
  const [length, setLength] = useState<number>(generatorLimits.default)
  const [hasSpecials, setSpecials] = useState(true)
  const [draw, setDraw] = useState(0)
  const [password, setPassword] = useState('')
  const settled = useDebounced(length, rest)

  useEffect(() => {
    const stop = new AbortController()
    const specials = hasSpecials ? generatorSpecials.with : generatorSpecials.without
    call(generator.password, { body: { specials, length: settled }, signal: stop.signal })
      .then(setPassword)
      .catch(() => {
        if (!stop.signal.aborted) toasts.error(texts.failed)
      })
    return () => stop.abort()
  }, [settled, hasSpecials, draw, toasts])

  return (
    <Dialog
      title={texts.title}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{uiTexts.cancel}</Button>
          {/* Focused from the start, also while the first password is requested: Enter takes it over. */}
          <Button look="primary" isPending={password === ''} autoFocus onPress={() => onUse(password)}>
            {texts.use}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <div className={styles.result}>
          <output className={styles.password} aria-label={texts.result}>
            <SecretText value={password} size="large" />
          </output>
          <span className={styles.actions}>
            <IconButton label={texts.again} icon={<RefreshCw />} onPress={() => setDraw(draw + 1)} />
            <CopyButton
              label={texts.copy}
              source={password}
              what={itemTexts.fields.password}
              clearAfter={screenLimits.clipboardMs}
              isDisabled={password === ''}
            />
          </span>
        </div>
        <StrengthMeter password={password} forbiddenWords={noWords} delay={0} />
        <Slider
          label={texts.length}
          minimum={generatorLimits.minimum}
          maximum={generatorLimits.maximum}
          value={length}
          onChange={setLength}
          format={texts.characters}
        />
        <Checkbox label={texts.specials} isSelected={hasSpecials} onChange={setSpecials} />
      </div>
    </Dialog>
  )
}
