import type { Client } from '@wardtrack/contracts/client'
import { type Product, push } from './product.ts'

/** Map of the timed alerts, which is not part of the demo building. */
export const ALERT_MAP = 'alert-map'

/** Name of the geofence of {@link setUpAlertMap}. */
export const FENCE = 'Sluice gate'

/** Position in pixels of the map, which has no image: ten per metre. */
const OUTSIDE = { x: 100, y: 100 }
const INSIDE = { x: 600, y: 300 }

/**
 * Adds a separate place to a running system: a map, some pumps outside, and a geofence that raises an alert
 * immediately when one of them enters.
 * @param names names and ids of the pumps
 */
export async function setUpAlertMap(
  product: Product,
  client: Client,
  names: readonly string[],
): Promise<void> {
  await push(product, '/location/api/ingest/hierarchies', [
    {
      hierarchyId: ALERT_MAP,
      fullName: ['St. Example', 'Annex', 'Level 1'],
      mapId: ALERT_MAP,
      map: { name: 'Annex level 1', xDimension: 100, yDimension: 60 },
    },
    {
      hierarchyId: 'alert-gate',
      fullName: ['St. Example', 'Annex', 'Level 1', 'Ward', 'Gate'],
      mapId: ALERT_MAP,
    },
  ])
  await push(
    product,
    '/api/ingest/assets',
    names.map((name) => ({
      AssetType: 'Equipment',
      AssetId: name,
      AssetName: name,
      SerialNo: `S-${name}`,
      PrimaryCategory: 'Infusion pump',
    })),
  )
  for (const name of names) await leaveFence(product, name)
  await client.call('addGeofence', {
    body: {
      Name: FENCE,
      Type: 'Restricted',
      AssetTypes: ['Equipment'],
      MapId: ALERT_MAP,
      Coordinates: { x: 500, y: 200, w: 200, h: 200 },
      EntryTrigger: true,
      EntryTriggerWaitTime: 0,
      ExitTrigger: false,
    },
  })
}

const at = (product: Product, AssetId: string, position: { x: number; y: number }): Promise<void> =>
  push(product, '/location/api/ingest/locations', {
    AssetType: 'Equipment',
    AssetId,
    hierarchyId: 'alert-gate',
    ...position,
  })

/** Moves a pump into the geofence, which raises its alert immediately. */
export const enterFence = (product: Product, name: string): Promise<void> => at(product, name, INSIDE)

/** Moves a pump out of the geofence. */
export const leaveFence = (product: Product, name: string): Promise<void> => at(product, name, OUTSIDE)
