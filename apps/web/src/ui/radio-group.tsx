import { type ReactNode, useId } from 'react'
import styles from './radio-group.module.css'

interface RadioGroupProps<Value extends string> {
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[]
  /** Undefined if no option is chosen yet. A form field passes `value` and `onChange`. */
  readonly value?: Value | undefined
  readonly onChange?: (value: Value) => void
  /** Arranges the options in a column. */
  readonly vertical?: boolean
}

/** Radio buttons for a few options. The question is in the group around them (FieldGroup, or a fieldset's legend). */
export function RadioGroup<Value extends string>({
  options,
  value,
  onChange,
  vertical,
}: RadioGroupProps<Value>) {
  const name = useId()
  return (
    <div className={`${styles.group} ${vertical ? styles.vertical : ''}`}>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange?.(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
