import type { Client } from '@wardtrack/contracts/client'
import { configure, signedInClient } from './console-session.ts'
import { type Product, push } from './product.ts'

/** Widths, and the floor that each has for itself. */
const NAMES = ['desktop', 'phone'] as const

/** The map of a floor, and the id of its place. */
export const floor = (name: string): string => `annex-${name}`

/** Two floors with a map that has no image, a pump on each with a tag, and a provider with a zone for each. */
export async function setUpFloors(product: Product): Promise<void> {
  const client = await signedInClient(product)
  await configure(client)
  await client.call('createSettings', {
    body: { Type: 'Provider', SubType: 'acme', Fields: { Enabled: true, HierarchyProvider: true } },
  })
  await push(
    product,
    '/location/api/ingest/hierarchies',
    NAMES.flatMap((name) => [
      {
        hierarchyId: floor(name),
        fullName: ['St. Example', 'Annex', `Level ${name}`],
        mapId: floor(name),
        map: { name: `Annex level ${name}`, xDimension: 100, yDimension: 60 },
      },
      { hierarchyId: `acme-${name}`, provider: 'acme', fullName: ['Acme', `Zone ${name}`] },
    ]),
  )
  await push(
    product,
    '/api/ingest/assets',
    NAMES.map((name) => ({
      AssetType: 'Equipment',
      AssetId: `P-${name}`,
      AssetName: `Pump ${name}`,
      LocationTags: [{ Provider: 'acme', TagId: `t-${name}`, IsPrimary: true }],
    })),
  )
}

/** Adds a small rectangle as the fence of a floor. */
export const addWardFence = (client: Client, name: string) =>
  client.call('addGeofence', {
    body: {
      Name: 'Ward',
      Type: 'Storage',
      AssetTypes: ['Equipment'],
      MapId: floor(name),
      Coordinates: { x: 400, y: 200, w: 100, h: 100 },
      EntryTrigger: false,
      ExitTrigger: true,
      ExitTriggerWaitTime: 5,
    },
  })

/** Where the pump of a floor is. */
export const placeOnFloor = async (client: Client, name: string) =>
  (await client.call('assetGetById', { query: { assetType: 'Equipment', assetId: `P-${name}` } })).data
    .CurrentLocation
