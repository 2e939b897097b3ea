import { Alert, type ButtonProps, Form } from 'antd'
import { createContext, lazy, type ReactNode, Suspense, useContext } from 'react'
import { FieldGroup } from '../field.tsx'
import { OnlineButton } from '../online-button.tsx'
import styles from './app-form.module.css'
import type { AppFormState } from './use-app-form.ts'

// Loaded when two people edit the same record.
const ConflictDialog = lazy(async () => ({
  default: (await import('./conflict-dialog.tsx')).ConflictDialog,
}))

/** State of the form that its fields need, independent of the type of the values. */
type FormParts = Pick<AppFormState<Record<string, unknown>>, 'errorOf' | 'sending' | 'id'>
const FormContext = createContext<FormParts | undefined>(undefined)

function useFormParts(): FormParts {
  const parts = useContext(FormContext)
  if (!parts) throw new Error('A field stands outside of an AppForm.')
  return parts
}

interface AppFormProps<Values extends object> {
  readonly state: AppFormState<Values>
  /** Accessible name. */
  readonly label?: string
  readonly className?: string | undefined
  readonly onValues?: (values: Values) => void
  readonly children: ReactNode
}

/**
 * A form in one column. Labels are above fields, errors below after leaving or sending, and failures above the form.
 */
export function AppForm<Values extends object>(props: AppFormProps<Values>) {
  const { state, label, className, onValues, children } = props
  return (
    <FormContext value={state}>
      <Form<Values>
        form={state.form}
        name={state.id}
        layout="vertical"
        requiredMark={(title, { required }) => (
          <span className={required ? styles.required : undefined}>{title}</span>
        )}
        initialValues={state.initial}
        {...(label ? { 'aria-label': label } : {})}
        className={`${styles.form} ${className ?? ''}`}
        noValidate
        onSubmitCapture={state.onAttempt}
        onFinish={() => void state.onFinish()}
        onFinishFailed={state.onInvalid}
        onValuesChange={(changed: object, all: Values) => {
          state.onEdit(Object.keys(changed))
          onValues?.({ ...state.initial, ...all })
        }}
      >
        {state.failure ? (
          <Alert className={styles.failure ?? ''} type="error" showIcon role="alert" title={state.failure} />
        ) : null}
        {children}
      </Form>
      {state.conflict ? (
        <Suspense fallback={null}>
          <ConflictDialog
            differences={state.conflict.differences}
            show={state.conflict.show}
            onSettle={state.conflict.settle}
            onClose={state.conflict.close}
          />
        </Suspense>
      ) : null}
    </FormContext>
  )
}

interface AppFieldProps {
  /** Key of the form's values. */
  readonly name: string
  readonly label: string
  /** Marks the field with a star; the error explains a missing value. */
  readonly required?: boolean
  readonly help?: ReactNode
  /** True if the field has several controls for one question, such as checkboxes or radio buttons. */
  readonly group?: boolean
  /** Further fields that belong to the answer, inside the group. */
  readonly after?: ReactNode
  /** Converts the control's output to the value, for example keeps only digits of a text. */
  readonly normalize?: (value: never) => unknown
  /** One control that takes `value` and `onChange`. */
  readonly children: ReactNode
}

/** One field of an {@link AppForm}. */
export function AppField({
  name,
  label,
  required = false,
  help,
  group = false,
  after,
  normalize,
  children,
}: AppFieldProps) {
  const { errorOf } = useFormParts()
  const item = (
    <Form.Item
      name={name}
      label={group ? undefined : label}
      className={group ? (styles.grouped ?? '') : ''}
      required={required}
      {...(help === undefined ? {} : { extra: help })}
      {...(normalize ? { normalize: normalize as (value: unknown) => unknown } : {})}
      validateTrigger="onBlur"
      rules={[
        {
          validator: async (_, value: unknown) => {
            const error = errorOf(name, value)
            if (error) throw new Error(error)
          },
        },
      ]}
    >
      {children}
    </Form.Item>
  )
  if (!group) return item
  return (
    <FieldGroup label={label} required={required} error={undefined}>
      {item}
      {after}
    </FieldGroup>
  )
}

/** Submits the form around it. While the server is unreachable, the button is disabled and shows the reason. */
export function SubmitButton({ children, disabled = false, title, ...button }: ButtonProps) {
  const { sending } = useFormParts()
  return (
    <OnlineButton
      type="primary"
      htmlType="submit"
      {...button}
      loading={sending}
      disabled={disabled}
      title={title}
    >
      {children}
    </OnlineButton>
  )
}
