import { isDeepStrictEqual } from 'node:util'
import type { GeofenceDoc } from '@wardtrack/database'
import { UNFLAGGED_VIEWER, visibleFence } from '@wardtrack/patient-rule'
import type { FenceValues } from './geofence-form.ts'

/** Version and times of a fence in answers. */
type ShownVersion = Pick<GeofenceDoc, '__v' | 'createdAt' | 'updatedAt'>
type Changed = Omit<FenceValues, 'imageSize'> & { Enabled: boolean }

/** Returns the version and times of a fence for answers. Changes that concern only patients do not alter them. */
export const shownVersion = ({ shown, __v, createdAt, updatedAt }: GeofenceDoc): ShownVersion =>
  shown ?? { __v, createdAt, updatedAt }

/** Returns the members that people without the flag can see, except the area. */
const visibleMembers = (fence: Changed) => {
  const { Name, Type, MapId, Enabled, AssetTypes } = fence
  const { EntryTrigger, EntryTriggerWaitTime, ExitTrigger, ExitTriggerWaitTime } = fence
  const triggers = [EntryTrigger, EntryTriggerWaitTime, ExitTrigger, ExitTriggerWaitTime]
  return visibleFence({ Name, Type, MapId, Enabled, AssetTypes, triggers }, UNFLAGGED_VIEWER)
}

/**
 * Returns the version and times to show after a change; undefined when the document's own values are shown.
 * @param isMoved true if the area changed or the fence was enabled
 */
export function shownAfter(
  before: GeofenceDoc,
  after: Changed,
  { isMoved, now }: { isMoved: boolean; now: Date },
): ShownVersion | undefined {
  const [seen, seenAfter] = [visibleMembers(before), visibleMembers(after)]
  if (!seenAfter) return undefined
  // People without the flag see a new fence.
  if (!seen) return { __v: 0, createdAt: now, updatedAt: now }
  if (!isMoved && isDeepStrictEqual(seen, seenAfter)) return shownVersion(before)
  return before.shown && { ...before.shown, __v: before.shown.__v + 1, updatedAt: now }
}
