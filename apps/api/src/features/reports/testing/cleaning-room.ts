import type { Coordinates } from '@wardtrack/contracts'
import { Types } from '@wardtrack/database'
import type { ReportTest } from './report-test.ts'

/** Id of the cleaning room in report tests. */
export const CLEANING_ROOM = 'ward2'

const ROOM: Coordinates = { x: 10, y: 10, x2: 30, y2: 30, w: 20, h: 20 }

/** Stores an outline for the room. */
export async function outlineRoom({ parts: { db, bus } }: ReportTest): Promise<void> {
  await db.driver.places.updateOne(
    { hierarchyId: CLEANING_ROOM },
    { $set: { outline: { mapId: 'm1', Coordinates: ROOM } } },
  )
  bus.publish('config.changed', { what: 'maps' })
}

/**
 * Replaces all geofences with one.
 * @param more members that differ from a cleaning geofence around the room
 */
export async function setFence(
  { parts: { db, bus } }: ReportTest,
  more: { Type?: string; MapId?: string; Enabled?: boolean; AssetTypes?: string[]; x2?: number } = {},
): Promise<void> {
  const { x2 = ROOM.x2, Type = 'Cleaning', MapId = 'm1', Enabled = true, AssetTypes = ['Equipment'] } = more
  await db.driver.geofences.deleteMany({})
  await db.driver.geofences.insertOne({
    _id: new Types.ObjectId(),
    Name: 'Dirty utility',
    nameKey: 'dirty utility',
    Type,
    AssetTypes,
    MapId,
    Coordinates: { ...ROOM, x2, w: x2 - ROOM.x },
    EntryTrigger: false,
    EntryTriggerWaitTime: 0,
    ExitTrigger: false,
    ExitTriggerWaitTime: 0,
    Enabled,
    activeFrom: new Date(),
    __v: 0,
    createdAt: new Date(),
    updatedAt: new Date(),
  })
  bus.publish('config.changed', { what: 'geofences' })
}
