import { configure, signedInClient } from './console-session.ts'
import { type Product, push } from './product.ts'

/** Map of the pumps, which has no image: ten pixels per metre. */
const MAP = { name: 'Annex level 1', xDimension: 100, yDimension: 60 }

const pump = (id: string, name: string) => ({
  AssetType: 'Equipment',
  AssetId: id,
  AssetName: name,
  SerialNo: id.replace('P', 'S'),
  PrimaryCategory: 'Infusion pump',
})

/** Adds a map, a store, a bay, and two pumps to an empty system: in the store, or without a place unless `placed`. */
export async function setUpPumps(product: Product, { placed = true } = {}): Promise<void> {
  await configure(await signedInClient(product))
  await push(product, '/location/api/ingest/hierarchies', [
    { hierarchyId: 'annex-1', fullName: ['St. Example', 'Annex', 'Level 1'], mapId: 'annex-1', map: MAP },
    { hierarchyId: 'store', fullName: ['St. Example', 'Annex', 'Level 1', 'Stores', 'Pump store'] },
    { hierarchyId: 'bay', fullName: ['St. Example', 'Annex', 'Level 1', 'Ward', 'Bay 2'] },
  ])
  await push(product, '/api/ingest/assets', [pump('P-1', 'Pump One'), pump('P-2', 'Pump Two')])
  if (!placed) return
  await placePump(product, 'P-1', { hierarchyId: 'store', x: 100, y: 100 })
  await placePump(product, 'P-2', { hierarchyId: 'store', x: 700, y: 400 })
}

/** Sends the position of a pump. */
export const placePump = (
  product: Product,
  AssetId: string,
  position: Record<string, unknown>,
): Promise<void> =>
  push(product, '/location/api/ingest/locations', { AssetType: 'Equipment', AssetId, ...position })
