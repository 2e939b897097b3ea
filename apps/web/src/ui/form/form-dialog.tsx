import { Modal, type ModalProps } from 'antd'
import type { ReactNode } from 'react'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { AppForm } from './app-form.tsx'
import type { AppFormState } from './use-app-form.ts'

interface FormDialogProps<Values extends object> {
  readonly state: AppFormState<Values>
  /** A question: `Edit level titles` */
  readonly title: string
  /** Verb on the button: `Save titles`, never `OK`. */
  readonly verb: string
  readonly onClose: () => void
  readonly disabled?: boolean
  readonly onValues?: (values: Values) => void
  /** Properties of the dialog that differ from the default. */
  readonly modal?: ModalProps
  readonly children: ReactNode
}

/**
 * A form in a dialog. Its button submits the form, keeps its width during the request, and is disabled while offline.
 */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { state, title, verb, onClose, disabled = false, onValues, modal, children } = props
  const offline = useOfflineReason()
  return (
    <Modal
      open
      width={480}
      {...modal}
      title={title}
      okText={verb}
      okButtonProps={{
        htmlType: 'submit',
        form: state.id,
        loading: state.sending,
        disabled: disabled || offline !== undefined,
        ...(offline ? { title: offline } : {}),
      }}
      onCancel={onClose}
    >
      <AppForm state={state} {...(onValues ? { onValues } : {})}>
        {children}
        {/* Enter needs a submit button inside the form; the dialog's button is outside. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} disabled={disabled} />
      </AppForm>
    </Modal>
  )
}
