import type { ReactNode } from 'react'
import { recoveryTexts } from '#texts/vault/master-key.ts'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { FormRow } from '#web/platform/ui/Form.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { shareLimits } from './shares.ts'

/** The number of printed shares, and the number needed to recover the key; null for no shares. */
export type ShareWish = { count: number; needed: number } | null

const usual = { count: 5, needed: 3 } as const
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const choices = (numbers: readonly number[]) => numbers.map((id) => ({ id, label: String(id) }))

/** The choice whether to print recovery shares of a new key. */
export function ShareChoice(props: { wish: ShareWish; onChange: (wish: ShareWish) => void }): ReactNode {
  const { wish, onChange } = props
  const { least, most, mostNeeded } = shareLimits
  return (
    <>
      <Checkbox
        label={recoveryTexts.offer}
        description={recoveryTexts.offerDetail}
        isSelected={wish !== null}
        onChange={(isWanted) => onChange(isWanted ? usual : null)}
      />
      {wish !== null && (
        <FormRow>
          <Select
            label={recoveryTexts.count}
            value={wish.count}
            choices={choices(range(least, most))}
            onChange={(count) => onChange({ count, needed: Math.min(wish.needed, count) })}
          />
          <Select
            label={recoveryTexts.needed}
            value={wish.needed}
            choices={choices(range(least, Math.min(mostNeeded, wish.count)))}
            onChange={(needed) => onChange({ ...wish, needed })}
          />
        </FormRow>
      )}
    </>
  )
}
