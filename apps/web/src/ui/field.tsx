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
  /** Marked with a star; what a missing value means is said by the error. */
  readonly required?: boolean
  readonly error: string | undefined
  readonly children: (control: FieldControl) => ReactNode
}

/** A label above a control and the control's error below it. No space is kept for an error that is not there. */
export function Field({ label, required, error, children }: FieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label} data-required={required}>
        {label}
      </label>
      {children({
        id,
        status: error ? 'error' : '',
        'aria-invalid': Boolean(error),
        'aria-describedby': error ? errorId : undefined,
      })}
      <FieldError id={errorId} error={error} />
    </div>
  )
}

/** What is wrong with a control, below it; nothing where nothing is. */
export function FieldError({ id, error }: { readonly id: string; readonly error: string | undefined }) {
  if (!error) return null
  return (
    <p id={id} className={styles.error}>
      <CircleAlert size={14} strokeWidth={2.1} aria-hidden />
      <span>{error}</span>
    </p>
  )
}

interface FieldGroupProps extends Omit<FieldProps, 'children'> {
  readonly children: ReactNode
}

/** The same for several controls that answer one question, such as boxes or radio buttons. */
export function FieldGroup({ label, required, error, children }: FieldGroupProps) {
  const errorId = useId()
  return (
    <fieldset
      className={`${styles.field} ${styles.group}`}
      aria-describedby={error ? errorId : undefined}
      data-invalid={error ? true : undefined}
    >
      <legend className={styles.label} data-required={required}>
        {label}
      </legend>
      {children}
      <FieldError id={errorId} error={error} />
    </fieldset>
  )
}
