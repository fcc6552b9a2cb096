import type { ReactNode } from 'react'
import { Copy, Eraser, Eye, EyeOff } from 'lucide-react'
import type { StrengthLevel } from '#domain/platform/password-strength.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { strengthTexts } from '#texts/platform/ratings.ts'
import { InlineField } from '#web/vault/element-panel/InlineField.tsx'
import { IconButton } from '#web/platform/ui/Button.tsx'
import { LevelMeter } from '#web/platform/ui/LevelMeter.tsx'
import { SecretMask, SecretText } from '#web/platform/ui/SecretText.tsx'
import { itemChecks } from './itemChecks.ts'
import styles from './ItemPanel.module.css'
import { PasswordInput } from './PasswordInput.tsx'
import type { Item } from './queries.ts'
import { useCopyPassword, useReveal, type Reveal } from './secrets.ts'

const label = itemTexts.fields.password

export type SecretFactProps = {
  item: Item
  /** Whether the category requires the secret. */
  isRequired: boolean
  onSave: ((value: string) => Promise<void>) | undefined
  /** Absent when the category requires the secret, which then cannot be deleted. */
  onClear: (() => void) | undefined
}

/**
 * The password: masked, shown for 30 seconds, copied, replaced. The editor starts empty: the mask is never
 * sent.
 */
export function PasswordFact({ item, isRequired, onSave, onClear }: SecretFactProps): ReactNode {
  const reveal = useReveal(item, 'edit')
  const copy = useCopyPassword('edit')
  return (
    <InlineField
      label={label}
      editLabel={itemTexts.replaceSecret}
      isRequired={isRequired}
      initial=""
      check={itemChecks.password}
      onSave={onSave}
      editor={(field) => <PasswordInput {...field} forbiddenWords={[item.name, item.login]} autoFocus />}
      theirs={item.password && <RevealedPassword reveal={reveal} />}
      actions={
        item.password && (
          <>
            <RevealButton reveal={reveal} />
            <IconButton
              size="small"
              label={itemTexts.copy.password}
              icon={<Copy />}
              onPress={() => void copy(item.id)}
            />
            {onClear !== undefined && (
              <IconButton size="small" label={itemTexts.deletePassword} icon={<Eraser />} onPress={onClear} />
            )}
          </>
        )
      }
    >
      {item.password ? (
        <span className={styles.secret}>
          {reveal.value === null ? <SecretMask /> : <SecretText value={reveal.value} />}
          {reveal.value === null ? (
            <LevelMeter
              scale="strength"
              look="inline"
              level={item.level as StrengthLevel}
              word={strengthTexts[item.level as StrengthLevel]}
            />
          ) : (
            <span className={styles.countdown} role="timer">
              {itemTexts.masksIn(reveal.secondsLeft)}
            </span>
          )}
        </span>
      ) : null}
    </InlineField>
  )
}

/** The password that another user saved, masked until revealed. */
function RevealedPassword({ reveal }: { reveal: Reveal }): ReactNode {
  return (
    <span className={styles.revealed}>
      {reveal.value === null ? <SecretMask /> : <SecretText value={reveal.value} />}
      <RevealButton reveal={reveal} />
    </span>
  )
}

function RevealButton({ reveal }: { reveal: Reveal }): ReactNode {
  return (
    <IconButton
      size="small"
      label={reveal.value === null ? itemTexts.show : itemTexts.hide}
      icon={reveal.value === null ? <Eye /> : <EyeOff />}
      isPending={reveal.isPending}
      onPress={reveal.toggle}
    />
  )
}
