import { App } from 'antd'
import type { ReactNode } from 'react'

/** Confirmation of an action that cannot be undone. */
export interface Confirmation {
  /** A question: `Remove monitor "4711"?` */
  readonly title: string
  /** Consequences of the action. */
  readonly content: ReactNode
  /** Verb on the button: `Remove monitor`, never `OK`. */
  readonly verb: string
  readonly cancel?: string
  /** Runs the action. The dialog shows a spinner until its promise settles; the caller shows failures. */
  readonly onConfirm: () => unknown
  readonly onCancel?: () => void
}

/** Returns a function that asks for confirmation of a destructive action. The focus starts on Cancel. */
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

/** Returns {@link useConfirm} as a promise of true or false. */
export function useDecision(): (question: Omit<Confirmation, 'onConfirm' | 'onCancel'>) => Promise<boolean> {
  const confirm = useConfirm()
  return (question) =>
    new Promise((resolve) =>
      confirm({ ...question, onConfirm: () => resolve(true), onCancel: () => resolve(false) }),
    )
}
