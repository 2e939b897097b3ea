import type { CheckedFeature } from '@wardtrack/contracts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Insets } from '../../map-engine/index.ts'
import { mapFenceOf } from '../geofences/index.ts'
import {
  FloorCanvas,
  MapNotice,
  MapSkeleton,
  openPlanKey,
  useMapEngine,
  useOpenPlan,
  useShownPlan,
  ZoomControl,
} from '../map-canvas/index.ts'
import styles from './fence-import.module.css'
import { previewFence } from './read-fence-file.ts'

interface FencePreviewProps {
  readonly mapId: string
  readonly features: readonly CheckedFeature[]
  readonly chosen: ReadonlySet<number>
}

const actions = {}
/** Insets with space for a geofence's name at the top. */
const room: Insets = { top: 32, right: 16, bottom: 16, left: 16 }

/** Plan with the geofences of a file; those not chosen are at half opacity. */
export function FencePreview({ mapId, features, chosen }: FencePreviewProps) {
  const { t } = useTranslation('fence-files')
  const plan = useOpenPlan(mapId)
  const map = useMapEngine(actions)
  const { engine } = map
  useShownPlan(engine, plan)
  useEffect(() => engine?.setFit({ kind: 'contain' }, room), [engine])
  const opened = openPlanKey(engine, plan)
  useEffect(() => {
    const fences = features.flatMap((feature, index) => {
      const fence = previewFence(feature, index)
      return fence ? [{ ...mapFenceOf(fence), dimmed: !chosen.has(index) }] : []
    })
    // Opening a plan removes all geofences from the map.
    if (opened !== '') engine?.setFences(fences)
  }, [engine, opened, features, chosen])
  return (
    <div className={styles.plan}>
      <FloorCanvas map={map} label={t('import.plan')} announcement="">
        {plan ? <MapNotice plan={plan} /> : <MapSkeleton />}
        <div className={styles.zoom}>
          <ZoomControl engine={engine} form="touch" />
        </div>
      </FloorCanvas>
    </div>
  )
}
