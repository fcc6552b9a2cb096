import type { ReactNode } from 'react'
import type { PasswordRating } from '#domain/platform/password-guess.ts'
import { levelOfBits, type StrengthFlag, type StrengthLevel } from '#domain/platform/password-strength.ts'
import { formatNumber } from '#texts/platform/format.ts'
import { alphabetTexts, guessReasonTexts, strengthDetailTexts } from '#texts/platform/rating-details.ts'
import { strengthTexts } from '#texts/platform/ratings.ts'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { LevelMeter } from '#web/platform/ui/LevelMeter.tsx'
import styles from './Detail.module.css'

const texts = strengthDetailTexts
/** The bits from which each level is reached (STRN-06). */
const scale: readonly { level: StrengthLevel; from: number }[] = [
  { level: 1, from: 0 },
  { level: 2, from: 64 },
  { level: 3, from: 80 },
  { level: 4, from: 100 },
  { level: 5, from: 128 },
]
const flags = Object.keys(alphabetTexts) as StrengthFlag[]

/** Both ratings of a password, and why the second lowers the first. */
export function StrengthDialog({
  rating,
  onClose,
}: {
  rating: PasswordRating
  onClose: () => void
}): ReactNode {
  const { counted, guess, level, reasons } = rating
  const flag = flags.find((name) => counted[name])
  const rows: [string, ReactNode][] = [
    [texts.length, formatNumber(counted.length)],
    [texts.alphabet, flag === undefined ? '' : alphabetTexts[flag]],
    [texts.coefficient, formatNumber(counted.coef)],
    [texts.bits, texts.bitsValue(formatNumber(counted.strength))],
    [texts.counted, <InlineLevel key="counted" level={levelOfBits(counted.strength)} />],
    [texts.guessed, guess === null ? texts.waiting : <InlineLevel key="guessed" level={guess.cap} />],
  ]
  return (
    <Dialog title={texts.title} isOpen onClose={onClose}>
      <div className={styles.content}>
        <div className={styles.verdict}>
          <LevelMeter scale="strength" level={level} word={strengthTexts[level]} />
        </div>
        <dl className={styles.facts}>
          {rows.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {reasons.length > 0 ? (
          <section>
            <h3>{texts.why}</h3>
            <ul className={styles.reasons}>
              {reasons.map((reason) => (
                <li key={reason}>{guessReasonTexts[reason]}</li>
              ))}
            </ul>
          </section>
        ) : (
          guess !== null && <p>{texts.notCapped}</p>
        )}
        <section>
          <h3>{texts.scale}</h3>
          <ul className={styles.scale}>
            {scale.map((row) => (
              <li key={row.level} aria-current={row.level === level || undefined}>
                <InlineLevel level={row.level} />
                <span>{row.from === 0 ? texts.scaleBelow(64) : texts.scaleFrom(row.from)}</span>
              </li>
            ))}
          </ul>
        </section>
        <p className={styles.note}>{texts.explanation}</p>
      </div>
    </Dialog>
  )
}

function InlineLevel({ level }: { level: StrengthLevel }): ReactNode {
  return <LevelMeter scale="strength" look="inline" level={level} word={strengthTexts[level]} />
}
