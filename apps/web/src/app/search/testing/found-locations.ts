import type { FoundLocations } from '@wardtrack/contracts'

/** Search response with a hit of each kind, and more places than are shown. */
export const found: FoundLocations = {
  places: {
    hits: [{ hierarchyId: 'icu', fullName: ['Northfield', 'Tower A', 'ICU West'], mapId: 'm1' }],
    more: true,
  },
  geofences: {
    hits: [
      {
        _id: 'f-1',
        Name: 'ICU exit',
        Type: 'Safe',
        Enabled: false,
        MapId: 'm1',
        fullName: ['Tower A', 'Level 3'],
      },
    ],
    more: false,
  },
  alerts: {
    hits: [
      {
        id: 'a-1',
        kind: 'Exit',
        status: 'open',
        createdAt: new Date().toISOString(),
        fenceName: 'ICU exit',
        AssetType: 'Equipment',
        AssetId: 'IP-0412',
        fullPath: { Level_1: 'Northfield' },
      },
    ],
    more: false,
  },
}
