import type { SessionActor } from '@wardtrack/access'
import { type FenceChange, type FenceForm, messages } from '@wardtrack/contracts'
import {
  type Database,
  fenceNameKey,
  type GeofenceDoc,
  isDuplicateKey,
  readObjectId,
  type StorageLimits,
  Types,
  trusted,
} from '@wardtrack/database'
import { mayKnowType, PATIENT, visibleFence, visibleTypes } from '@wardtrack/patient-rule'
import { factorTo, scaledArea } from '@wardtrack/places'
import { ApiError, duplicate, notFound } from '@wardtrack/service-kit'
import { drawnAreaOf, isSameArea } from './geofence-area.ts'
import { type FenceValues, type FormSender, fenceValues, findMapGeometry } from './geofence-form.ts'
import { shownAfter } from './shown-version.ts'

/** Maximum number of attempts of a change when others change the same fence. */
const MAX_ATTEMPTS = 5

/**
 * Returns the geofences of a map, or all, by name. @param ids restricts the result to these ids; unknown ids are
 * ignored
 */
export const findFences = async (
  db: Database,
  mapId?: string,
  ids?: readonly string[],
): Promise<GeofenceDoc[]> =>
  db.models.geofences
    .find({
      ...(mapId === undefined ? {} : { MapId: mapId }),
      ...(ids === undefined ? {} : { _id: trusted({ $in: ids.flatMap((id) => readObjectId(id) ?? []) }) }),
    })
    .sort({ Name: 1, _id: 1 })

/** Maximum numbers of fences. */
export type FenceLimits = Pick<StorageLimits, 'fences' | 'mapFences'>

/**
 * Stores a new fence.
 * @throws ApiError 400, 404 unknown map, 409 a name that is taken on the map, or a reached fence limit
 */
export async function addFence(
  db: Database,
  form: FenceForm,
  sender: FormSender,
  limits: FenceLimits,
): Promise<GeofenceDoc> {
  await checkRoom(db, form.MapId, limits)
  const fence = newFence(await fenceValues(db, form, sender), form.Enabled ?? true)
  await refuseTakenName(db.models.geofences.create(fence))
  return fence
}

/** Tolerance of a new fence, in metres: ordinary noise of positions raises no alerts. */
const NEW_FENCE_TOLERANCE = 0.5

/** Creates the document of a new fence. */
export function newFence(values: FenceValues, Enabled: boolean): GeofenceDoc {
  const now = new Date()
  const times = { activeFrom: now, createdAt: now, updatedAt: now }
  const toleranceMetres = NEW_FENCE_TOLERANCE
  return { _id: new Types.ObjectId(), ...values, Enabled, toleranceMetres, __v: 0, ...times }
}

/**
 * @param coming number of fences to be added
 * @throws ApiError 409 when the limit of all maps or of this map would be exceeded
 */
export async function checkRoom(
  db: Database,
  MapId: string,
  { fences, mapFences }: FenceLimits,
  coming = 1,
): Promise<void> {
  if ((await db.models.geofences.countDocuments({})) + coming > fences)
    throw new ApiError('conflict', messages.tooManyFences)
  await checkMapRoom(db, MapId, { mapFences }, coming)
}

/** @throws ApiError 409 when the limit of a map would be exceeded */
async function checkMapRoom(
  db: Database,
  MapId: string,
  { mapFences }: Pick<FenceLimits, 'mapFences'>,
  coming = 1,
): Promise<void> {
  if ((await db.models.geofences.countDocuments({ MapId })) + coming > mapFences)
    throw new ApiError('conflict', messages.tooManyMapFences)
}

/**
 * Changes the sent members of a fence. Assets inside are counted anew when the fence is enabled, or its area or map
 * changes. Other changes leave dwells and waits untouched.
 * @throws ApiError as {@link addFence}, 404 an unknown fence
 */
export async function changeFence(
  db: Database,
  id: string,
  change: FenceChange,
  sender: FormSender,
  limits: FenceLimits,
): Promise<{ before: GeofenceDoc; after: GeofenceDoc }> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const before = await findVisibleFence(db, sender.actor, id)
    const hidden = before.AssetTypes.filter((type) => !mayKnowType(sender.actor, type))
    const form = { ...(await toForm(db, before, sender)), ...definedMembers(change) }
    const { imageSize, ...values } = await fenceValues(db, form, sender, hidden)
    if (values.MapId !== before.MapId) await checkMapRoom(db, values.MapId, limits)
    const { Enabled } = form
    const now = new Date()
    const moved = (Enabled && !before.Enabled) || (await isMoved(db, before, values))
    const shown = shownAfter(before, { ...values, Enabled }, { isMoved: moved, now })
    const absent = {
      ...(imageSize === undefined ? { imageSize: 1 as const } : {}),
      ...(shown === undefined ? { shown: 1 as const } : {}),
    }
    const after = await refuseTakenName(
      db.models.geofences.findOneAndUpdate(
        { _id: before._id, __v: before.__v },
        {
          $set: {
            ...values,
            Enabled,
            updatedAt: now,
            ...(imageSize === undefined ? {} : { imageSize }),
            ...(shown === undefined ? {} : { shown }),
            // Distinguishes the versions of a fence: even of two moves within a millisecond, or by two clocks, each
            // is later.
            ...(moved
              ? { activeFrom: new Date(Math.max(now.getTime(), before.activeFrom.getTime() + 1)) }
              : {}),
          },
          $inc: { __v: 1 },
          ...(Object.keys(absent).length > 0 ? { $unset: absent } : {}),
        },
      ),
    )
    if (after) return { before, after }
  }
  throw new ApiError('conflict', messages.fenceChanged)
}

/** Returns a stored fence in the form in which a client sends it, in the pixels of its map's current image. */
async function toForm(
  db: Database,
  fence: GeofenceDoc,
  { actor }: FormSender,
): Promise<FenceForm & { Enabled: boolean }> {
  const { Name, Type, AssetTypes, MapId, Coordinates, Enabled } = fence
  const { EntryTrigger, EntryTriggerWaitTime, ExitTrigger, ExitTriggerWaitTime } = fence
  return {
    Name,
    Type,
    AssetTypes: visibleTypes(AssetTypes, actor),
    MapId,
    Coordinates: drawnAreaOf(
      scaledArea(Coordinates, factorTo(await findMapGeometry(db, MapId), fence.imageSize)),
    ),
    EntryTrigger,
    EntryTriggerWaitTime,
    ExitTrigger,
    ExitTriggerWaitTime,
    Enabled,
  }
}

const definedMembers = (change: FenceChange): Partial<FenceForm & { Enabled: boolean }> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

/**
 * Deletes a fence. If the actor may not see patients and the fence also applies to them, the fence is kept for
 * patients alone.
 * @returns the fence before the deletion
 * @throws ApiError 404
 */
export async function deleteFence(db: Database, actor: SessionActor, id: string): Promise<GeofenceDoc> {
  const fence = await findVisibleFence(db, actor, id)
  const { _id, __v, Name } = fence
  if (fence.AssetTypes.every((type) => mayKnowType(actor, type))) {
    const { deletedCount } = await db.models.geofences.deleteOne({ _id, __v })
    return deletedCount === 0 ? deleteFence(db, actor, id) : fence
  }
  const nameKey = fenceNameKey(Name, [PATIENT])
  const restrictToPatients = (key: string) =>
    db.models.geofences.updateOne(
      { _id, __v },
      { $set: { AssetTypes: [PATIENT], nameKey: key, updatedAt: new Date() }, $inc: { __v: 1 } },
    )
  const { matchedCount } = await restrictToPatients(nameKey).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error
    // A hidden patient fence has this name already. The name is made unique, so that the conflict does not reveal the
    // fence.
    return restrictToPatients(`${nameKey}:${id}`)
  })
  return matchedCount === 0 ? deleteFence(db, actor, id) : fence
}

/** Finds a fence by its id, unless the actor may not see it. @throws ApiError 404 */
async function findVisibleFence(db: Database, actor: SessionActor, id: string): Promise<GeofenceDoc> {
  const _id = readObjectId(id)
  const fence = _id && (await db.models.geofences.findOne({ _id }))
  if (!fence || !visibleFence(fence, actor)) throw notFound()
  return fence
}

async function isMoved(
  db: Database,
  before: GeofenceDoc,
  { MapId, Coordinates }: Pick<FenceValues, 'MapId' | 'Coordinates'>,
): Promise<boolean> {
  if (before.MapId !== MapId) return true
  const factor = factorTo(await findMapGeometry(db, MapId), before.imageSize)
  return !isSameArea(scaledArea(before.Coordinates, factor), Coordinates)
}

/** @throws ApiError 409 when the write uses a name that is taken on its map */
export async function refuseTakenName<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    throw duplicate(messages.geofenceNameTaken, [{ path: 'Name', message: messages.geofenceNameTaken }])
  }
}
