import { queryOptions, useQuery } from '@tanstack/react-query'
import type { AssetPointer } from '@wardtrack/contracts'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../../lib/access.ts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { coversPoint, type FenceShape } from './drawing/fence-shape.ts'
import styles from './geofence-editor.module.css'

/** Query for the assets on a map now, refetched periodically; the number is an estimate, not live. */
const standingQuery = (mapId: string) =>
  queryOptions({
    queryKey: [KEYS.maps, 'standing', mapId],
    queryFn: async ({ signal }): Promise<AssetPointer[]> =>
      (await api.call('mapsPointerAllAssets', { body: [{ 'CurrentLocation.mapId': mapId }], signal })).data,
    refetchInterval: 30_000,
  })

interface AssetsInsideProps {
  readonly mapId: string
  readonly shape: FenceShape | undefined
  readonly types: readonly string[]
}

/** Number of assets that the geofence would contain if saved now, for users who may see assets. */
export function AssetsInside({ mapId, shape, types }: AssetsInsideProps) {
  const { t } = useTranslation('geofence-editor')
  const mayAsk = useMayOpen('devices')
  const ready = shape !== undefined && types.length > 0
  const { data } = useQuery({ ...standingQuery(mapId), enabled: mayAsk && ready })
  if (!ready || !data || !mayAsk) return null
  const count = data.filter(
    ({ AssetType, CurrentLocation: { xCenterPoint: x, yCenterPoint: y } }) =>
      types.includes(AssetType) && x !== null && y !== null && coversPoint(shape, { x, y }),
  ).length
  const knowsRooms = data.some(({ CurrentLocation }) => CurrentLocation.precision === 'room')
  return (
    <div className={styles.inside} role="status">
      <Alert
        type="info"
        showIcon
        title={count === 0 ? t('insideNone') : t('inside', { count })}
        description={knowsRooms ? t('insideRooms') : undefined}
      />
    </div>
  )
}
