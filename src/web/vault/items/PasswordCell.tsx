import type { ReactNode } from 'react'
import { Copy, Eye, EyeOff } from 'lucide-react'
import { itemTexts } from '#texts/vault/contents.ts'
import { RowButton } from '#web/platform/ui/RowButton.tsx'
import { RowMask, SecretText } from '#web/platform/ui/SecretText.tsx'
import styles from './Cells.module.css'
import { useCopyPassword, useReveal } from './secrets.ts'

/** The password of a row: masked, shown for 30 seconds, copied. */
export function PasswordCell({ item }: { item: { id: number; revision: number } }): ReactNode {
  const reveal = useReveal(item, 'explorer')
  const copy = useCopyPassword('explorer')
  return (
    <span className={styles.cell} data-over={reveal.value !== null || undefined}>
      <RowMask isRevealed={reveal.value !== null} />
      {reveal.value !== null && (
        <span className={styles.shown} title={itemTexts.masksIn(reveal.secondsLeft)}>
          <SecretText value={reveal.value} />
        </span>
      )}
      <span className={styles.buttons}>
        <RowButton
          label={reveal.value === null ? itemTexts.show : itemTexts.hide}
          icon={reveal.value === null ? <Eye /> : <EyeOff />}
          isPending={reveal.isPending}
          onPress={reveal.toggle}
        />
        <span className={styles.copy}>
          <RowButton
            label={itemTexts.copy.password}
            icon={<Copy />}
            shortcut="c"
            onPress={() => void copy(item.id)}
          />
        </span>
      </span>
    </span>
  )
}
