import type { Geofence } from '@wardtrack/contracts'
import { App } from 'antd'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/** The fence that the form holds, and the ways to another one. */
export interface EditedFence {
  /** Undefined while a new one is drawn. */
  readonly fence: Geofence | undefined
  /** Another one for each fence and each beginning: form and tool start anew with it. */
  readonly key: string
  readonly open: (fence: Geofence) => void
  /** Back to a new fence. */
  readonly close: () => void
  /** The form holds something that is not saved. */
  readonly markChanged: () => void
}

/**
 * The fence in the form, as the address names it. Nothing unsaved is lost in passing to another.
 * @param isDrawn whether the tool holds something that is not saved
 */
export function useEditedFence(fences: readonly Geofence[], isDrawn: () => boolean): EditedFence {
  const [query, setQuery] = useSearchParams()
  const { modal } = App.useApp()
  const [round, setRound] = useState(0)
  const changed = useRef(false)
  const id = query.get('fence') ?? undefined
  const fence = fences.find(({ _id }) => _id === id)
  const show = (next: string | undefined): void => {
    changed.current = false
    setRound((before) => before + 1)
    setQuery(next === undefined ? {} : { fence: next }, { replace: true })
  }
  const open = (next: Geofence): void => {
    if (!changed.current && !isDrawn()) show(next._id)
    else
      void modal.confirm({
        title: 'Discard what is not saved?',
        content: 'The rectangle and the form hold changes that are not saved yet.',
        okText: 'Discard changes',
        okButtonProps: { danger: true, type: 'primary' },
        cancelText: 'Keep editing',
        focusable: { autoFocusButton: 'cancel' },
        onOk: () => show(next._id),
      })
  }
  const markChanged = (): void => {
    changed.current = true
  }
  return { fence, key: `${fence?._id ?? 'new'} ${round}`, open, markChanged, close: () => show(undefined) }
}
