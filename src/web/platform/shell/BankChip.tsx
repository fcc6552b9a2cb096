import { useState, type ReactNode } from 'react'
import { ListFilter, X } from 'lucide-react'
import { officeTexts } from '#texts/platform/lists.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import styles from './BankChip.module.css'

export type BankChipProps = {
  bank: { readonly label: string }
  isOn: boolean
  onChange: (isOn: boolean) => void
  /** Whether a press leaves the focus on it, as by default, or the caller moves it. */
  takesFocus?: boolean
}

/** The filter by the current bank, which can be removed and restored. */
export function BankChip({ bank, isOn, onChange, takesFocus = true }: BankChipProps): ReactNode {
  const [wasPressed, setPressed] = useState(false)
  const change = (next: boolean) => {
    setPressed(takesFocus)
    onChange(next)
  }
  if (!isOn) {
    return (
      <Button
        look="plain"
        size="small"
        icon={<ListFilter />}
        autoFocus={wasPressed}
        onPress={() => change(true)}
      >
        {officeTexts.keepBank(bank.label)}
      </Button>
    )
  }
  return (
    <span className={styles.chip}>
      <span className={styles.text} title={bank.label}>
        {officeTexts.bankFilter(bank.label)}
      </span>
      <button
        type="button"
        className={styles.button}
        aria-label={officeTexts.dropBank(bank.label)}
        title={officeTexts.dropBank(bank.label)}
        autoFocus={wasPressed}
        onClick={() => change(false)}
      >
        <X aria-hidden="true" />
      </button>
    </span>
  )
}
