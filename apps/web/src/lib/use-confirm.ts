import { App } from 'antd'
import type { ReactNode } from 'react'

/** A question before something that cannot be undone. */
export interface Confirmation {
  /** The question: `Remove monitor "4711"?` */
  readonly title: string
  /** What happens then. */
  readonly content: ReactNode
  /** The verb on the button: `Remove monitor`, never `OK`. */
  readonly verb: string
  readonly cancel?: string
  /** The dialog stays with a spinner until a promise is settled; what failed is said by whoever makes the call. */
  readonly onConfirm: () => unknown
  readonly onCancel?: () => void
}

/** Asks before something destructive; the focus starts on Cancel. */
export function useConfirm(): (question: Confirmation) => void {
  const { modal } = App.useApp()
  return ({ title, content, verb, cancel, onConfirm, onCancel }) =>
    void modal.confirm({
      title,
      content,
      okText: verb,
      ...(cancel === undefined ? {} : { cancelText: cancel }),
      okButtonProps: { danger: true, type: 'primary' },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => {
        const work = onConfirm()
        return work instanceof Promise ? work.catch(() => undefined) : work
      },
      ...(onCancel ? { onCancel } : {}),
    })
}

/** {@link useConfirm}, giving whether it was confirmed. */
export function useDecision(): (question: Omit<Confirmation, 'onConfirm' | 'onCancel'>) => Promise<boolean> {
  const confirm = useConfirm()
  return (question) =>
    new Promise((resolve) =>
      confirm({ ...question, onConfirm: () => resolve(true), onCancel: () => resolve(false) }),
    )
}
