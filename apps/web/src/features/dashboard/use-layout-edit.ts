import type { PlacedTile } from '@wardtrack/contracts'
import { tileKey } from '@wardtrack/contracts/dashboard-tiles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { beginEdit, editLayout, type LayoutChange, type LayoutEdit } from './layout-edit.ts'
import type { TileNames } from './use-tile-names.ts'

/** A layout during editing, and the functions that change it. */
export interface EditedLayout {
  /** undefined outside editing */
  readonly edit: LayoutEdit | undefined
  readonly begin: (tiles: readonly PlacedTile[]) => void
  readonly end: () => void
  readonly change: (change: LayoutChange) => void
  /** Description of the last change, for screen readers. */
  readonly announcement: string
}

/** Edits a layout and announces each change. */
export function useLayoutEdit({ title }: TileNames): EditedLayout {
  const { t } = useTranslation('dashboard')
  const [edit, setEdit] = useState<LayoutEdit>()
  const [announcement, announce] = useState('')
  const say = (change: LayoutChange, { tiles }: LayoutEdit, before: LayoutEdit): string => {
    if (change.kind === 'undo') return t('edit.said.undo')
    if (change.kind === 'add') return t('edit.said.add', { tile: title(change.tile), count: tiles.length })
    const tile = before.tiles.find((candidate) => tileKey(candidate) === change.key)
    const name = tile ? title(tile) : ''
    if (change.kind === 'remove') return t('edit.said.remove', { tile: name, count: tiles.length })
    if (change.kind === 'resize')
      return t('edit.said.resize', { tile: name, size: t(`edit.size.${change.size}`) })
    const position = tiles.findIndex((candidate) => tileKey(candidate) === change.key) + 1
    return t('edit.said.move', { tile: name, position, count: tiles.length })
  }
  return {
    edit,
    begin: (tiles) => {
      setEdit(beginEdit(tiles))
      announce(t('edit.said.begin'))
    },
    end: () => {
      setEdit(undefined)
      announce('')
    },
    change: (change) => {
      if (!edit) return
      const next = editLayout(edit, change)
      if (next === edit) return
      setEdit(next)
      announce(say(change, next, edit))
    },
    announcement,
  }
}
