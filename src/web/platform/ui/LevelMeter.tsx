import type { ReactNode } from 'react'
import {
  Award,
  CircleDashed,
  Gem,
  Medal,
  ShieldAlert,
  ShieldCheck,
  ShieldEllipsis,
  ShieldQuestionMark,
  ShieldX,
  TreePine,
  Trophy,
} from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import { cx } from './given.ts'
import styles from './LevelMeter.module.css'

/** 0 is « nothing to rate », 5 the end of the scale: the best strength, the worst hazard. */
export type Level = 0 | 1 | 2 | 3 | 4 | 5
export type LevelScale = 'strength' | 'hazard'

export type LevelMeterProps = {
  scale: LevelScale
  level: Level
  /** The level's name, always shown: colour alone is not enough. */
  word: string
  /** bar: five steps with the name. inline: icon and name, for a table. */
  look?: 'bar' | 'inline' | undefined
  /** Opens the details. The meter is then a button. */
  onPress?: (() => void) | undefined
  /** The label of that button. */
  pressLabel?: string | undefined
}

const icons: Record<LevelScale, Record<Level, ReactNode>> = {
  strength: { 0: <CircleDashed />, 1: <TreePine />, 2: <Medal />, 3: <Award />, 4: <Trophy />, 5: <Gem /> },
  hazard: {
    0: <CircleDashed />,
    1: <ShieldCheck />,
    2: <ShieldEllipsis />,
    3: <ShieldQuestionMark />,
    4: <ShieldAlert />,
    5: <ShieldX />,
  },
}

/** A hazard as a coloured icon only, for a row whose tooltip has the name. */
export function HazardIcon({ level }: { level: Exclude<Level, 0> }): ReactNode {
  return (
    <span className={cx(styles.alone, styles.icon, styles[`hazard-${level}`])} aria-hidden="true">
      {icons.hazard[level]}
    </span>
  )
}

const steps: readonly Level[] = [1, 2, 3, 4, 5]

/** A level of five as an icon, a name and a colour. */
export function LevelMeter(props: LevelMeterProps): ReactNode {
  const { scale, level, word, look = 'bar', onPress } = props
  const className = cx(styles.meter, styles[look], styles[`${scale}-${level}`])
  const content = (
    <>
      {look === 'bar' && (
        <span className={styles.steps} aria-hidden="true">
          {steps.map((step) => (
            <span key={step} className={cx(styles.step, step <= level && styles.filled)} />
          ))}
        </span>
      )}
      <span className={styles.said}>
        <span className={styles.icon} aria-hidden="true">
          {icons[scale][level]}
        </span>
        {word}
      </span>
    </>
  )
  if (onPress === undefined) {
    return level === 0 ? (
      <span className={className}>{content}</span>
    ) : (
      <span
        className={className}
        role="meter"
        aria-label={word}
        aria-valuemin={0}
        aria-valuemax={5}
        aria-valuenow={level}
        aria-valuetext={uiTexts.level(word, level, 5)}
      >
        {content}
      </span>
    )
  }
  return (
    <button
      type="button"
      className={cx(className, styles.button)}
      aria-label={`${word}, ${props.pressLabel ?? ''}`}
      onClick={onPress}
    >
      {content}
    </button>
  )
}
