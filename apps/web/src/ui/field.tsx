import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

/** What a field hands to its control, so that label, error and control belong together. */
export interface FieldControl {
  readonly id: string
  readonly status: 'error' | ''
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

interface FieldProps {
  readonly label: string
  readonly error: string | undefined
  readonly children: (control: FieldControl) => ReactNode
}

/** A label above a control and the control's error below it. No space is kept for an error that is not there. */
export function Field({ label, error, children }: FieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({
        id,
        status: error ? 'error' : '',
        'aria-invalid': Boolean(error),
        'aria-describedby': error ? errorId : undefined,
      })}
      {error ? (
        <p id={errorId} className={styles.error}>
          <CircleAlert size={14} strokeWidth={2.1} aria-hidden />
          <span>{error}</span>
        </p>
      ) : null}
    </div>
  )
}
