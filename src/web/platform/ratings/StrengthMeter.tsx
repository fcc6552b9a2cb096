import { useState, type ReactNode } from 'react'
import { strengthDetailTexts } from '#texts/platform/rating-details.ts'
import { strengthTexts } from '#texts/platform/ratings.ts'
import { LevelMeter } from '#web/platform/ui/LevelMeter.tsx'
import { lazyDialog } from '#web/platform/shell/lazyDialog.tsx'
import styles from './StrengthMeter.module.css'
import { usePasswordRating } from './usePasswordRating.ts'

const StrengthDialog = lazyDialog(() =>
  import('./StrengthDialog.tsx').then((module) => module.StrengthDialog),
)

export type StrengthMeterProps = {
  password: string
  forbiddenWords: readonly string[]
  /** The debounce in milliseconds; 0 for a password that is not typed. */
  delay?: number
  /** The fewest guesses, as a decimal logarithm, that the server accepts (`passwordFloors`). */
  floor?: number
}

/** The strength of a password being typed. A press shows the reasons. */
export function StrengthMeter({ password, forbiddenWords, delay, floor = 0 }: StrengthMeterProps): ReactNode {
  const rating = usePasswordRating(password, forbiddenWords, delay)
  const [isOpen, setOpen] = useState(false)
  const isBelow = rating.guess !== null && rating.guess.guessesLog10 < floor
  return (
    <>
      <LevelMeter
        scale="strength"
        level={rating.level}
        word={rating.level === 0 ? strengthDetailTexts.empty : strengthTexts[rating.level]}
        onPress={rating.level === 0 ? undefined : () => setOpen(true)}
        pressLabel={strengthDetailTexts.detail}
      />
      {floor > 0 && (
        <p role="status" className={styles.below}>
          {isBelow && strengthDetailTexts.belowFloor}
        </p>
      )}
      {isOpen && <StrengthDialog rating={rating} onClose={() => setOpen(false)} />}
    </>
  )
}
