import { useId, useState, type CSSProperties, type ReactNode } from 'react'
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
      <NumberInput {...{ label, value, onChange, minimum, maximum, step, isDisabled }} />
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

type NumberInputProps = Omit<SliderProps, 'format' | 'step'> & { step: number }

/**
 * The field of a number. It keeps what is typed, of which the first digits may be out of bounds, until it is left or Enter
 * is pressed. Then the nearest number within bounds counts; without a number, the former one stays.
 */
function NumberInput(props: NumberInputProps): ReactNode {
  const { value, minimum, maximum, step } = props
  const [typed, setTyped] = useState<string | null>(null)
  const judge = (text: string | null) => {
    setTyped(null)
    if (text === null || text.trim() === '' || !Number.isFinite(Number(text))) return
    const nearest = Math.min(maximum, Math.max(minimum, Math.round(Number(text))))
    if (nearest !== value) props.onChange(nearest)
  }
  return (
    <input
      type="number"
      className={styles.number}
      aria-label={props.label}
      min={minimum}
      max={maximum}
      step={step}
      value={typed ?? value}
      disabled={props.isDisabled}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => judge(typed)}
      onKeyDown={(event) => {
        const steps = { ArrowUp: step, ArrowDown: -step }[event.key]
        if (steps === undefined && (event.key !== 'Enter' || typed === null)) return
        // Enter submits the form once the number counts.
        event.preventDefault()
        judge(steps === undefined ? typed : String(Number(typed ?? value) + steps))
      }}
    />
  )
}
