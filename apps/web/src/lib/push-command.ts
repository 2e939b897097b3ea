import type { Scope } from '@wardtrack/contracts'
import { DEFAULT_BASES, routes } from '@wardtrack/contracts/routes'

const targets = {
  assets: {
    route: routes.ingestAssets,
    item: { AssetType: 'Equipment', AssetId: 'P-1', AssetName: 'pump-1' },
  },
  associations: {
    route: routes.ingestAssociations,
    item: {
      from: { AssetType: 'Equipment', AssetId: 'P-1' },
      to: { AssetType: 'Clinician', AssetId: 'C-1' },
      action: 'link',
    },
  },
  hierarchies: {
    route: routes.ingestHierarchies,
    item: { hierarchyId: 'room-1', fullName: ['Site', 'Building', 'room-1'] },
  },
  locations: {
    route: routes.ingestLocations,
    item: { AssetType: 'Equipment', AssetId: 'P-1', hierarchyId: 'room-1' },
  },
  'device-status': {
    route: routes.ingestDeviceStatus,
    item: { AssetType: 'Equipment', AssetId: 'P-1', DeviceStatus: 'comm-status-online' },
  },
} as const satisfies Record<Scope, object>

/** Returns a command that pushes data with a key, ready to paste. @param body text without apostrophes */
export const pushCommand = (address: string, key: string, body: object): string =>
  [
    `curl ${address}`,
    `-H 'X-Api-Key: ${key}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(body)}'`,
  ].join(' \\\n  ')

/** Returns a command that pushes one sample item of a kind with a key. */
export function samplePush(origin: string, key: string, scope: Scope): string {
  const { route, item } = targets[scope]
  return pushCommand(`${origin}${DEFAULT_BASES[route.service]}${route.path}`, key, item)
}
