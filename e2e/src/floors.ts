import type { Client } from '@wardtrack/contracts/client'
import { configure, signedInClient } from './console-session.ts'
import { type Product, push } from './product.ts'

/** Window sizes, each with a separate floor. */
const NAMES = ['desktop', 'phone'] as const

/** Returns the id of a floor's map and place. */
export const floor = (name: string): string => `annex-${name}`

/** Adds two floors with a map without an image, a pump with a tag on each, and a provider with a zone for each. */
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

/** Adds a small rectangle as the geofence of a floor. */
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

/** Returns the place of a floor's pump. */
export const placeOnFloor = async (client: Client, name: string) =>
  (await client.call('assetGetById', { query: { assetType: 'Equipment', assetId: `P-${name}` } })).data
    .CurrentLocation
