import type { Geofence } from '@wardtrack/contracts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { urlText, useUrlState } from '../../lib/url-state.ts'
import { useConfirm } from '../../lib/use-confirm.ts'

const schema = { id: urlText('fence') }

/** Geofence in the form, and functions to change to another. */
export interface EditedFence {
  /** Undefined while a new geofence is drawn. */
  readonly fence: Geofence | undefined
  /** Unique for each opened geofence; form and tool restart with it. */
  readonly key: string
  readonly open: (fence: Geofence) => void
  /** Returns to a new geofence. */
  readonly close: () => void
  /** Marks the form as changed. */
  readonly markChanged: () => void
}

/**
 * Returns the geofence in the form, which the address names. Asks before unsaved changes are lost by a change to
 * another.
 * @param isDrawn true if the tool has an unsaved drawing
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
