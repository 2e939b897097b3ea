import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

/** Attributes that a field passes to its control, to connect label, error and control. */
export interface FieldControl {
  readonly id: string
  readonly status: 'error' | ''
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

interface FieldProps {
  readonly label: string
  /** Marks the field with a star; the error explains a missing value. */
  readonly required?: boolean
  readonly error: string | undefined
  readonly children: (control: FieldControl) => ReactNode
}

/** A label above a control, and the control's error below. There is no space for an absent error. */
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

/** Error below a control; renders nothing without an error. */
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

/** A field with several controls for one question, such as checkboxes or radio buttons. */
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
