import type { Geofence } from '@wardtrack/contracts'

/** Creates a geofence around the pump bay that alerts five minutes after an exit. */
export const sampleFence = (part: Partial<Geofence> = {}): Geofence => ({
  _id: 'f-1',
  Name: 'Pump bay',
  Type: 'Storage',
  AssetTypes: ['Equipment'],
  MapId: 'm3',
  Coordinates: { x: 400, y: 200, w: 400, h: 200, x2: 800, y2: 400 },
  EntryTrigger: false,
  EntryTriggerWaitTime: 0,
  ExitTrigger: true,
  ExitTriggerWaitTime: 5,
  Enabled: true,
  __v: 0,
  createdAt: '2026-11-02T08:00:00.000Z',
  updatedAt: '2026-11-02T08:00:00.000Z',
  ...part,
})
