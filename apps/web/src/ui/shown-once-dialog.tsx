import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'

interface ShownOnceDialogProps {
  readonly title: string
  /** Verb on the button: `I have stored it`. */
  readonly verb: string
  readonly width?: number
  readonly onClose: () => void
  /** Description, and a {@link CopyBox} for each part. */
  readonly children: ReactNode
}

/** Dialog with a secret that is shown once. A click beside the dialog does not close it. */
export function ShownOnceDialog({ title, verb, width = 520, onClose, children }: ShownOnceDialogProps) {
  return (
    <Modal
      open
      width={width}
      title={title}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {verb}
        </Button>
      }
    >
      {children}
    </Modal>
  )
}
