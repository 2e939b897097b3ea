import type { Geofence } from '@wardtrack/contracts'
import { Button } from 'antd'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MISSING } from '../../lib/time.ts'
import { FenceSwitch, triggerText } from '../geofences/index.ts'
import styles from './fence-table.module.css'

/** Keys of the column titles, name first. MapId, Coordinates, `__v`, createdAt, updatedAt and `_id` are hidden. */
export const COLUMNS = [
  'column.name',
  'column.type',
  'column.assetTypes',
  'column.entryTrigger',
  'column.exitTrigger',
  'column.map',
  'column.enabled',
  'column.delete',
] as const

/** Actions on a row, with the reasons why they are disabled. */
export interface FenceRowActions {
  readonly toggleEnabled: (fence: Geofence) => void
  readonly toggleDisabledReason: string | undefined
  readonly remove: (fence: Geofence) => void
  readonly removeDisabledReason: string | undefined
  readonly nameOfMap: (mapId: string) => string | undefined
  readonly nameOfType: (assetType: string) => string
  readonly mayDraw: boolean
}

interface FenceCellsProps {
  readonly fence: Geofence
  readonly tools: FenceRowActions
  readonly phone: boolean
}

/** Cells of one geofence. */
export function FenceCells({ fence, tools, phone }: FenceCellsProps) {
  const { t } = useTranslation('geofences')
  const types = fence.AssetTypes.map(tools.nameOfType).join(', ')
  const entry = fence.EntryTrigger ? triggerText('Entry', fence.EntryTriggerWaitTime) : MISSING
  const exit = fence.ExitTrigger ? triggerText('Exit', fence.ExitTriggerWaitTime) : MISSING
  return (
    <>
      <span role="cell" className={styles.name} title={fence.Name}>
        {fence.Name}
      </span>
      <span role="cell" title={fence.Type}>
        {fence.Type}
      </span>
      <span role="cell" title={types}>
        {types}
      </span>
      <span role="cell" hidden={phone && !fence.EntryTrigger}>
        {entry}
      </span>
      <span role="cell" hidden={phone && !fence.ExitTrigger}>
        {exit}
      </span>
      <span role="cell" className={styles.map}>
        <MapLink fence={fence} tools={tools} />
      </span>
      <span role="cell" className={styles.enabled}>
        <FenceSwitch
          fence={fence}
          disabledReason={tools.toggleDisabledReason}
          onToggle={tools.toggleEnabled}
        />
      </span>
      <span role="cell" className={styles.remove}>
        <Button
          type="text"
          size={phone ? 'large' : 'small'}
          aria-label={t('deleteOf', { name: fence.Name })}
          title={tools.removeDisabledReason}
          disabled={tools.removeDisabledReason !== undefined}
          onClick={() => tools.remove(fence)}
          icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
        />
      </span>
    </>
  )
}

/** Link to the editor with the geofence in the form. */
function MapLink({ fence, tools }: Omit<FenceCellsProps, 'phone'>) {
  const { t } = useTranslation('geofence-list')
  const name = tools.nameOfMap(fence.MapId) || t('map')
  if (!tools.mayDraw) return name
  const href = `#/geofencing/${encodeURIComponent(fence.MapId)}?fence=${encodeURIComponent(fence._id)}`
  return (
    <a href={href} aria-label={t('onMap', { name: fence.Name, map: name })} title={name}>
      {name}
    </a>
  )
}
