import { isDeepStrictEqual } from 'node:util'
import type { GeofenceDoc } from '@wardtrack/database'
import { UNFLAGGED_VIEWER, visibleFence } from '@wardtrack/patient-rule'
import type { FenceValues } from './geofence-form.ts'

/** Version and times of a fence as they are answered. */
type ShownVersion = Pick<GeofenceDoc, '__v' | 'createdAt' | 'updatedAt'>
type Changed = Omit<FenceValues, 'imageSize'> & { Enabled: boolean }

/** Version and times of a fence as everybody is answered them: no change shows in them that concerns patients alone. */
export const shownVersion = ({ shown, __v, createdAt, updatedAt }: GeofenceDoc): ShownVersion =>
  shown ?? { __v, createdAt, updatedAt }

/** Members that people without the flag are answered, but for the area. */
const visibleMembers = (fence: Changed) => {
  const { Name, Type, MapId, Enabled, AssetTypes } = fence
  const { EntryTrigger, EntryTriggerWaitTime, ExitTrigger, ExitTriggerWaitTime } = fence
  const triggers = [EntryTrigger, EntryTriggerWaitTime, ExitTrigger, ExitTriggerWaitTime]
  return visibleFence({ Name, Type, MapId, Enabled, AssetTypes, triggers }, UNFLAGGED_VIEWER)
}

/**
 * Version and times that are answered of a fence after a change; undefined where those of the document itself are.
 * @param isMoved whether its area changed, or it was switched on
 */
export function shownAfter(
  before: GeofenceDoc,
  after: Changed,
  { isMoved, now }: { isMoved: boolean; now: Date },
): ShownVersion | undefined {
  const [seen, seenAfter] = [visibleMembers(before), visibleMembers(after)]
  if (!seenAfter) return undefined
  // For people without the flag it is a new fence.
  if (!seen) return { __v: 0, createdAt: now, updatedAt: now }
  if (!isMoved && isDeepStrictEqual(seen, seenAfter)) return shownVersion(before)
  return before.shown && { ...before.shown, __v: before.shown.__v + 1, updatedAt: now }
}
