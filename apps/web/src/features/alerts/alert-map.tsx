import type { GeofenceAlert } from '@wardtrack/contracts'
import { Button, Segmented } from 'antd'
import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { levelValues, pathText } from '../../lib/place.ts'
import type { Point } from '../../map-engine/index.ts'
import { useOpenPlan } from '../map-canvas/index.ts'
import { AlertFloor } from './alert-floor.tsx'
import styles from './alert-map.module.css'

/** Shown map: that of the geofence or that of the asset, if these differ. */
type Side = 'fence' | 'asset'

/** Returns the place where the asset was seen; undefined if it has no map or no point on it. */
function seenAt({ LinkedLocation }: GeofenceAlert): (Point & { readonly mapId: string }) | undefined {
  const { mapId, xCenterPoint: x, yCenterPoint: y } = LinkedLocation
  return mapId === null || x === null || y === null ? undefined : { mapId, x, y }
}

/** Plan with the geofence and the pin. If the asset moved to another floor, it is on that floor's map. */
export function AlertMap({ alert }: { readonly alert: GeofenceAlert }) {
  const { t } = useTranslation('alerts')
  const [side, setSide] = useState<Side>('fence')
  const [centreRequests, setCentreRequests] = useState(0)
  const seen = seenAt(alert)
  const { MapId } = alert.LinkedGeofence
  const isOnOtherMap = seen !== undefined && seen.mapId !== MapId
  const mapId = isOnOtherMap && side === 'asset' ? seen.mapId : MapId
  const plan = useOpenPlan(mapId)
  const pin = seen?.mapId === mapId ? seen : undefined
  const name = plan?.name || levelValues(alert.LinkedLocation.fullPath).slice(0, 3).join(' · ')
  return (
    <section className={styles.panel} aria-label={t('map.label')}>
      <header className={styles.head}>
        <h3>{name}</h3>
        {isOnOtherMap ? (
          <Segmented<Side>
            aria-label={t('map.label')}
            value={side}
            onChange={setSide}
            options={[
              { value: 'fence', label: t('column.geofence') },
              { value: 'asset', label: t('map.whereSeen') },
            ]}
          />
        ) : null}
        <Button
          type="text"
          disabled={!pin}
          onClick={() => setCentreRequests(centreRequests + 1)}
          icon={<LocateFixed size={16} strokeWidth={1.8} aria-hidden />}
        >
          {t('map.centre')}
        </Button>
      </header>
      {pin ? null : (
        <p className={styles.elsewhere} role="status">
          {isOnOtherMap
            ? t('map.elsewhere', { place: pathText(alert.LinkedLocation.fullPath) })
            : t('map.nowhere')}
        </p>
      )}
      <div className={styles.floor}>
        <AlertFloor
          alert={alert}
          plan={plan}
          pin={pin}
          showFence={mapId === MapId}
          // Each press of the button centres on the pin again.
          centreWish={centreRequests}
        />
      </div>
    </section>
  )
}
