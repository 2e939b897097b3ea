import type { AssetPointer, LiveEvent, Location } from '@wardtrack/contracts'

/** Creates a pump on the map `m1`, seen just now; `part` replaces members, `place` members of its location. */
export function samplePointer(
  id: string,
  place: Partial<Location> = {},
  part: Partial<AssetPointer> = {},
): AssetPointer {
  return {
    _id: `id-${id}`,
    AssetType: 'Equipment',
    AssetId: id,
    icon_type: 1,
    Battery: 'LEVEL_4',
    WiFi: 'BAR_FIVE',
    DeviceStatus: 'comm-status-online',
    InfusionStatus: 'pump-status--not-infusing',
    CurrentLocation: {
      mapId: 'm1',
      fullPath: pathOf('ICU West', 'Room 3.07'),
      xCenterPoint: 800,
      yCenterPoint: 500,
      time: new Date().toISOString(),
      ...place,
    },
    Fields: { AssetName: `Pump ${id}`, SerialNo: `S-${id}`, Clinicians: [], Equipments: [] },
    ...part,
  }
}

/** Returns a path of five levels down to a room. */
export function pathOf(unit: string, room?: string): Location['fullPath'] {
  const path: Location['fullPath'] = {
    Level_1: 'Northfield General',
    Level_2: 'Tower A',
    Level_3: 'Level 3',
    Level_4: unit,
  }
  if (room) path.Level_5 = room
  return path
}

/** Creates a live event for a new position of an asset. */
export function moved(id: string, place: Partial<Location>, AssetType = 'Equipment'): LiveEvent {
  const { CurrentLocation } = samplePointer(id, place)
  return { event: 'asset.location', data: { AssetType, AssetId: id, CurrentLocation } }
}
