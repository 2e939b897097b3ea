import type { Client } from '@wardtrack/contracts/client'
import { type Product, push } from './product.ts'

/** The map of the timed alerts: its pumps walk no lane of the building. */
export const ALERT_MAP = 'alert-map'

/** Name of the fence of {@link setUpAlertMap}. */
export const FENCE = 'Sluice gate'

/** Pixels of the map, which has no image: ten to a metre. */
const OUTSIDE = { x: 100, y: 100 }
const INSIDE = { x: 600, y: 300 }

/**
 * A place of its own on a running system: a map, some pumps outside, and a fence that raises an alert at once when one
 * of them comes in.
 * @param names what the pumps are called; their ids too
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

/** A pump comes into the fence: its alert is raised at once. */
export const enterFence = (product: Product, name: string): Promise<void> => at(product, name, INSIDE)

/** A pump is outside the fence. */
export const leaveFence = (product: Product, name: string): Promise<void> => at(product, name, OUTSIDE)
