import { signedInClient } from './console-session.ts'
import { type Product, push } from './product.ts'
import { placePump } from './pumps.ts'

/** Category of the pumps in the building. */
export const CATEGORY = 'Journey pump'
const FLOORS = ['Level 1', 'Level 2'].map((level, index) => ({
  hierarchyId: `journey-${index + 1}`,
  fullName: ['St. Example', 'Journey', level],
  mapId: `journey-${index + 1}`,
  map: { name: `Journey ${level}`, xDimension: 100, yDimension: 60 },
}))

/**
 * Adds two floors with a corridor and a lift. One pump is around the corner, one on the upper floor, and one is in
 * use.
 */
export async function fillHouse(product: Product): Promise<void> {
  await push(product, '/location/api/ingest/hierarchies', [
    ...FLOORS,
    { hierarchyId: 'journey-bay', fullName: ['St. Example', 'Journey', 'Level 1', 'Ward', 'Bay 7'] },
  ])
  const pump = (id: string, AssetName: string) => ({
    AssetType: 'Equipment',
    AssetId: id,
    AssetName,
    PrimaryCategory: CATEGORY,
  })
  await push(product, '/api/ingest/assets', [
    pump('J-1', 'Pump Corner'),
    pump('J-2', 'Pump Upstairs'),
    pump('J-3', 'Pump Busy'),
  ])
  await placePump(product, 'J-1', { hierarchyId: 'journey-bay', x: 500, y: 300 })
  await placePump(product, 'J-2', { hierarchyId: 'journey-2', x: 300, y: 100 })
  await placePump(product, 'J-3', { hierarchyId: 'journey-bay', x: 510, y: 300 })
  await push(product, '/status/api/ingest/device-status', [
    { deviceId: 'J-3', DeviceStatus: 'comm-status-online', InfusionStatus: 'pump-status-infusing' },
  ])
  const client = await signedInClient(product)
  const points = [
    { x: 100, y: 100 },
    { x: 500, y: 100 },
    { x: 500, y: 300 },
  ]
  for (const mapId of ['journey-1', 'journey-2'])
    await client.call('saveMapLanes', {
      params: { mapId },
      body: { lanes: [{ points }], stops: [{ kind: 'lift', name: 'Lift A', x: 100, y: 100 }] },
    })
}
