import type { Geofence } from '@wardtrack/contracts'
import { Button, Switch } from 'antd'
import { Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import styles from './fence-list.module.css'
import { alertsText } from './fence-texts.ts'

interface FenceListProps {
  readonly fences: readonly Geofence[]
  /** The one that is marked on the map or being changed. */
  readonly highlighted: string | undefined
  readonly onHighlight: (id: string | undefined) => void
  /** Left out where fences are only looked at. */
  readonly actions?: FenceActions
  readonly empty: string
}

/** What can be done with a fence from the list beside the map. */
export interface FenceActions {
  readonly edit: (fence: Geofence) => void
  readonly toggleEnabled: (fence: Geofence) => void
  /** Undefined for who may not delete. */
  readonly remove: ((fence: Geofence) => void) | undefined
  /** The fence that the form holds now. */
  readonly editing: string | undefined
}

/** The same fences as on the map, as text. */
export function FenceList({ fences, highlighted, onHighlight, actions, empty }: FenceListProps) {
  const { t } = useTranslation('geofences')
  if (fences.length === 0) return <p className={styles.empty}>{empty}</p>
  return (
    <ul className={styles.list}>
      {fences.map((fence) => (
        <li
          key={fence._id}
          className={`${styles.row} ${highlighted === fence._id ? styles.highlighted : ''}`}
          onPointerEnter={() => onHighlight(fence._id)}
          onPointerLeave={() => onHighlight(undefined)}
          onFocus={() => onHighlight(fence._id)}
          onBlur={() => onHighlight(undefined)}
        >
          <span className={styles.swatch} data-off={!fence.Enabled} aria-hidden />
          <span className={styles.names}>
            <b>{fence.Name}</b>
            <span>
              {fence.Type} · {fence.AssetTypes.join(', ')}
            </span>
            <span>{fence.Enabled ? alertsText(fence) : t('switchedOff')}</span>
          </span>
          {actions ? <RowActions fence={fence} actions={actions} /> : null}
        </li>
      ))}
    </ul>
  )
}

function RowActions({ fence, actions }: { readonly fence: Geofence; readonly actions: FenceActions }) {
  const { t } = useTranslation('geofences')
  const offline = useOfflineReason()
  const { edit, toggleEnabled, remove, editing } = actions
  return (
    <span className={styles.actions}>
      <FenceSwitch fence={fence} disabledReason={offline} onToggle={toggleEnabled} />
      <Button
        type="text"
        aria-label={t('editOf', { name: fence.Name })}
        aria-pressed={editing === fence._id}
        onClick={() => edit(fence)}
        icon={<Pencil size={16} strokeWidth={1.8} aria-hidden />}
      />
      {remove ? (
        <Button
          type="text"
          aria-label={t('deleteOf', { name: fence.Name })}
          disabled={offline !== undefined}
          title={offline}
          onClick={() => remove(fence)}
          icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
        />
      ) : null}
    </span>
  )
}

interface FenceSwitchProps {
  readonly fence: Geofence
  /** Why it cannot be turned now; undefined if it can. */
  readonly disabledReason: string | undefined
  readonly onToggle: (fence: Geofence) => void
}

/** Whether a fence is on. */
export function FenceSwitch({ fence, disabledReason, onToggle }: FenceSwitchProps) {
  const { t } = useTranslation('geofences')
  return (
    <Switch
      size="small"
      className={styles.switch ?? ''}
      aria-label={t('enabledOf', { name: fence.Name })}
      checked={fence.Enabled}
      disabled={disabledReason !== undefined}
      title={disabledReason ?? ''}
      onChange={() => onToggle(fence)}
    />
  )
}
