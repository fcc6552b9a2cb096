import type { ReactNode } from 'react'
import { Eye, EyeOff } from 'lucide-react'
import { itemTexts } from '#texts/vault/contents.ts'
import { notaTexts } from '#texts/vault/nota.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { sharedFields, type SharedField } from './notaMessage.ts'
import styles from './NotaDialog.module.css'

/** The shareable fields of an item. `reveal` shows its password; null without one. */
export type SharedItem = {
  readonly name: string
  readonly login: string
  readonly address: string
  readonly reveal: {
    readonly value: string | null
    readonly secondsLeft: number
    readonly isPending: boolean
    readonly toggle: () => void
  } | null
}

export type ItemFieldsProps = {
  item: SharedItem
  ticked: Record<SharedField, boolean>
  /** Whether the password was revealed in this dialog. */
  hasPassword: boolean
  onTick: (field: SharedField, isTicked: boolean) => void
}

/**
 * The fields of an item with checkboxes. The password can be ticked after it was revealed, which is recorded.
 */
export function ItemFields({ item, ticked, hasPassword, onTick }: ItemFieldsProps): ReactNode {
  const offered = sharedFields.filter((field) =>
    field === 'password' ? item.reveal !== null : item[field] !== '',
  )
  return (
    <fieldset className={styles.fields}>
      <legend className={styles.legend}>{notaTexts.fields}</legend>
      {offered.map((field, index) => {
        const isReady = field !== 'password' || hasPassword
        return (
          <div key={field} className={styles.field}>
            <Checkbox
              label={itemTexts.fields[field]}
              isSelected={ticked[field] && isReady}
              isDisabled={!isReady}
              autoFocus={index === 0}
              {...(!isReady && { description: notaTexts.revealFirst })}
              onChange={(isTicked) => onTick(field, isTicked)}
            />
            {field === 'password' ? <RevealButton reveal={item.reveal} /> : <Value text={item[field]} />}
          </div>
        )
      })}
    </fieldset>
  )
}

const Value = ({ text }: { text: string }): ReactNode => (
  <span className={styles.value} title={text}>
    {text}
  </span>
)

function RevealButton({ reveal }: { reveal: SharedItem['reveal'] }): ReactNode {
  if (reveal === null) return null
  const isShown = reveal.value !== null
  return (
    <span className={styles.reveal}>
      {isShown && (
        <span className={styles.countdown} role="timer">
          {itemTexts.masksIn(reveal.secondsLeft)}
        </span>
      )}
      <Button
        size="small"
        icon={isShown ? <EyeOff /> : <Eye />}
        isPending={reveal.isPending}
        aria-label={isShown ? itemTexts.hide : notaTexts.revealPassword}
        onPress={reveal.toggle}
      >
        {isShown ? notaTexts.mask : notaTexts.reveal}
      </Button>
    </span>
  )
}
