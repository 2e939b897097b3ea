import type { Geofence } from '@wardtrack/contracts'
import { Button, Switch } from 'antd'
import { Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { useTypeName } from '../../lib/metadata.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { MapItemList } from '../map-canvas/index.ts'
import styles from './fence-list.module.css'
import { alertsText } from './fence-texts.ts'

interface FenceListProps {
  readonly fences: readonly Geofence[]
  /** Geofence that is hovered on the map or edited. */
  readonly highlighted: string | undefined
  readonly onHighlight: (id: string | undefined) => void
  /** Absent if geofences are read-only. */
  readonly actions?: FenceActions
  readonly empty: string
}

/** Actions on a geofence in the list beside the map. */
export interface FenceActions {
  readonly edit: (fence: Geofence) => void
  readonly toggleEnabled: (fence: Geofence) => void
  /** Undefined for users who may not delete. */
  readonly remove: ((fence: Geofence) => void) | undefined
  /** Geofence in the form. */
  readonly editing: string | undefined
}

/** The map's geofences as text. */
export function FenceList({ fences, highlighted, onHighlight, actions, empty }: FenceListProps) {
  const { t } = useTranslation('geofences')
  const nameOfType = useTypeName()
  const items = fences.map((fence) => ({
    id: fence._id,
    icon: <span className={styles.swatch} data-off={!fence.Enabled} aria-hidden />,
    name: fence.Name,
    details: [
      `${fence.Type} · ${fence.AssetTypes.map(nameOfType).join(', ')}`,
      fence.Enabled ? alertsText(fence) : t('switchedOff'),
    ],
    actions: actions ? <RowActions fence={fence} actions={actions} /> : null,
  }))
  return <MapItemList items={items} highlighted={highlighted} onHighlight={onHighlight} empty={empty} />
}

function RowActions({ fence, actions }: { readonly fence: Geofence; readonly actions: FenceActions }) {
  const { t } = useTranslation('geofences')
  const offline = useOfflineReason()
  const { edit, toggleEnabled, remove, editing } = actions
  return (
    <>
      <FenceSwitch fence={fence} disabledReason={offline} onToggle={toggleEnabled} />
      <Button
        type="text"
        aria-label={t('editOf', { name: fence.Name })}
        aria-pressed={editing === fence._id}
        onClick={() => edit(fence)}
        icon={<Pencil size={16} strokeWidth={1.8} aria-hidden />}
      />
      {remove ? (
        <OnlineButton
          type="text"
          aria-label={t('deleteOf', { name: fence.Name })}
          onClick={() => remove(fence)}
          icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
        />
      ) : null}
    </>
  )
}

interface FenceSwitchProps {
  readonly fence: Geofence
  /** Reason why the switch is disabled; undefined if it is enabled. */
  readonly disabledReason: string | undefined
  readonly onToggle: (fence: Geofence) => void
}

/** Switch that turns a geofence on or off. */
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
