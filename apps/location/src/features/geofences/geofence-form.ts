import { assetTypes, type SessionActor } from '@wardtrack/access'
import { type Coordinates, type FenceForm, messages, sentMember } from '@wardtrack/contracts'
import { type Database, fenceNameKey, type GeofenceDoc } from '@wardtrack/database'
import { visibleTypes } from '@wardtrack/patient-rule'
import { geometryOf, type MapGeometry } from '@wardtrack/places'
import { invalid, notFound } from '@wardtrack/service-kit'
import { fenceCoordinates } from './geofence-area.ts'

/** Fence members that a form determines. */
export type FenceValues = Omit<
  GeofenceDoc,
  '_id' | '__v' | 'activeFrom' | 'createdAt' | 'updatedAt' | 'shown' | 'Enabled'
>

/** The sent body, whose members errors name, and its sender. */
export type FormSender = { actor: SessionActor; body: unknown }

/**
 * Returns the stored values of a form. Waits of disabled triggers are 0; the area belongs to the map's current image.
 * @param hidden asset types of the fence that the sender may not see; they remain
 * @throws ApiError 404 for an unknown map, 400 that names the invalid members
 */
export async function fenceValues(
  db: Database,
  form: FenceForm,
  { actor, body }: FormSender,
  hidden: readonly string[] = [],
): Promise<FenceValues> {
  const map = await findMapGeometry(db, form.MapId)
  checkTriggers(form, body)
  await checkTypes(db, form.AssetTypes, { actor, body })
  const AssetTypes = [...new Set([...form.AssetTypes, ...hidden])]
  return toValues({ ...form, AssetTypes }, map, fenceCoordinates(form.Coordinates, map))
}

/** Returns the stored values of a valid form and its area on the map's current image. */
export function toValues(
  form: Omit<FenceForm, 'Coordinates'>,
  map: MapGeometry,
  Coordinates: Coordinates,
): FenceValues {
  const AssetTypes = [...new Set(form.AssetTypes)]
  return {
    Name: form.Name,
    nameKey: fenceNameKey(form.Name, AssetTypes),
    Type: form.Type,
    AssetTypes,
    MapId: map.mapId,
    Coordinates,
    ...(map.imageSize === undefined ? {} : { imageSize: map.imageSize }),
    EntryTrigger: form.EntryTrigger,
    EntryTriggerWaitTime: form.EntryTrigger ? form.EntryTriggerWaitTime : 0,
    ExitTrigger: form.ExitTrigger,
    ExitTriggerWaitTime: form.ExitTrigger ? form.ExitTriggerWaitTime : 0,
  }
}

/** Reads the current map from the store instead of the cache. @throws ApiError 404 */
export async function findMapGeometry(db: Database, mapId: string): Promise<MapGeometry> {
  const map = await db.models.maps.findOne({ _id: mapId })
  if (!map) throw notFound()
  return geometryOf(map)
}

/**
 * Refuses a fence without a trigger, which would watch nothing. A stored one may remain until its triggers are sent.
 */
function checkTriggers({ EntryTrigger, ExitTrigger }: FenceForm, body: unknown): void {
  if (EntryTrigger || ExitTrigger) return
  const sent = ['EntryTrigger', 'ExitTrigger'].map((member) => sentMember(body, member))
  const errors = sent
    .filter((path) => (body as Record<string, unknown>)[path] !== undefined)
    .map((path) => ({ path, message: messages.triggerNeeded }))
  if (errors.length > 0) throw invalid(errors, messages.fillCorrectly)
}

/** Returns the asset types that a fence can name. People who may not see patients do not see that type either. */
export const knownTypes = async (db: Database, actor: SessionActor): Promise<ReadonlySet<string>> =>
  new Set(visibleTypes(await assetTypes(db), actor))

/** @throws ApiError 400 */
async function checkTypes(
  db: Database,
  types: readonly string[],
  { actor, body }: FormSender,
): Promise<void> {
  const known = await knownTypes(db, actor)
  const sent = sentMember(body, 'AssetTypes')
  const isList = Array.isArray((body as Record<string, unknown>)[sent])
  const errors = types.flatMap((type, index) =>
    known.has(type) ? [] : [{ path: isList ? `${sent}.${index}` : sent, message: messages.assetTypeUnknown }],
  )
  if (errors.length > 0) throw invalid(errors, messages.fillCorrectly)
}
