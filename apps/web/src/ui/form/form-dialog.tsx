import { Modal, type ModalProps } from 'antd'
import type { ReactNode } from 'react'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { AppForm } from './app-form.tsx'
import type { AppFormState } from './use-app-form.ts'

interface FormDialogProps<Values extends object> {
  readonly state: AppFormState<Values>
  /** The question: `What are the levels called?` */
  readonly title: string
  /** The verb on the button: `Save titles`, never `OK`. */
  readonly verb: string
  readonly onClose: () => void
  readonly disabled?: boolean
  readonly onValues?: (values: Values) => void
  /** Place and looks where they are not a dialog's usual ones. */
  readonly modal?: ModalProps
  readonly children: ReactNode
}

/** A form in a dialog. Its button sends the form, keeps its width while that is under way, and is off while offline. */
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
        {/* Enter sends a form by a button of its own; the dialog's stands outside of it. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} disabled={disabled} />
      </AppForm>
    </Modal>
  )
}
