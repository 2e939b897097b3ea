import type { Geofence } from '@wardtrack/contracts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { urlText, useUrlState } from '../../lib/url-state.ts'
import { useConfirm } from '../../lib/use-confirm.ts'

const schema = { id: urlText('fence') }

/** The fence that the form holds, and the ways to another one. */
export interface EditedFence {
  /** Undefined while a new one is drawn. */
  readonly fence: Geofence | undefined
  /** Another one for each fence and each beginning: form and tool start again with it. */
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
  const { t } = useTranslation('geofence-editor')
  const [{ id }, change] = useUrlState(schema)
  const confirm = useConfirm()
  const [round, setRound] = useState(0)
  const changed = useRef(false)
  const fence = fences.find(({ _id }) => _id === id)
  const show = (next: string | undefined): void => {
    changed.current = false
    setRound((before) => before + 1)
    change({ id: next ?? '' }, { replace: true })
  }
  const open = (next: Geofence): void => {
    if (!changed.current && !isDrawn()) show(next._id)
    else
      confirm({
        title: t('discard.title'),
        content: t('discard.what'),
        verb: t('discard.verb'),
        cancel: t('discard.cancel'),
        onConfirm: () => show(next._id),
      })
  }
  const markChanged = (): void => {
    changed.current = true
  }
  return { fence, key: `${fence?._id ?? 'new'} ${round}`, open, markChanged, close: () => show(undefined) }
}
