import { useId, type CSSProperties, type ReactNode } from 'react'
import styles from './Slider.module.css'

export type SliderProps = {
  label: string
  value: number
  onChange: (value: number) => void
  minimum: number
  maximum: number
  step?: number | undefined
  isDisabled?: boolean | undefined
  /** Returns the announced value: « 20 caractères ». The number by default. */
  format?: ((value: number) => string) | undefined
}

/** A number within bounds, by dragging, by arrow keys, or typed in the field beside it. */
export function Slider({
  label,
  value,
  onChange,
  minimum,
  maximum,
  step = 1,
  isDisabled,
  format,
}: SliderProps): ReactNode {
  const id = useId()
  return (
    <div className={styles.slider}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        type="number"
        className={styles.number}
        aria-label={label}
        min={minimum}
        max={maximum}
        step={step}
        value={value}
        disabled={isDisabled}
        onChange={(event) => {
          const typed = event.target.valueAsNumber
          if (Number.isInteger(typed) && typed >= minimum && typed <= maximum) onChange(typed)
        }}
      />
      <input
        id={id}
        type="range"
        className={styles.range}
        min={minimum}
        max={maximum}
        step={step}
        value={value}
        disabled={isDisabled}
        style={{ '--share': `${((value - minimum) / (maximum - minimum)) * 100}%` } as CSSProperties}
        aria-valuetext={format?.(value)}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </div>
  )
}
