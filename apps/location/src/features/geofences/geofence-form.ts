import { assetTypes, type SessionActor } from '@wardtrack/access'
import { type Coordinates, type FenceForm, messages, sentMember } from '@wardtrack/contracts'
import { type Database, fenceNameKey, type GeofenceDoc } from '@wardtrack/database'
import { visibleTypes } from '@wardtrack/patient-rule'
import { geometryOf, type MapGeometry } from '@wardtrack/places'
import { invalid, notFound } from '@wardtrack/service-kit'
import { fenceCoordinates } from './geofence-area.ts'

/** What a form decides about a fence. */
export type FenceValues = Omit<
  GeofenceDoc,
  '_id' | '__v' | 'activeFrom' | 'createdAt' | 'updatedAt' | 'shown' | 'Enabled'
>

/** What was sent, for naming its members in errors, and who sent it. */
export type FormSender = { actor: SessionActor; body: unknown }

/**
 * A form as it is stored: waits of triggers that are off are 0, the area belongs to the map's present image.
 * @param hidden asset types that the fence has and the sender may not know of: they stay
 * @throws ApiError 404 for an unknown map, 400 naming what is wrong
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

/** What is stored of a form that is in order, and of its area on the map's present image. */
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

/** A map as it is stored now, not as it was read a while ago. @throws ApiError 404 */
export async function findMapGeometry(db: Database, mapId: string): Promise<MapGeometry> {
  const map = await db.models.maps.findOne({ _id: mapId })
  if (!map) throw notFound()
  return geometryOf(map)
}

/** A fence without a trigger would watch nothing. One that is stored so stays until its triggers are sent. */
function checkTriggers({ EntryTrigger, ExitTrigger }: FenceForm, body: unknown): void {
  if (EntryTrigger || ExitTrigger) return
  const sent = ['EntryTrigger', 'ExitTrigger'].map((member) => sentMember(body, member))
  const errors = sent
    .filter((path) => (body as Record<string, unknown>)[path] !== undefined)
    .map((path) => ({ path, message: messages.triggerNeeded }))
  if (errors.length > 0) throw invalid(errors, messages.fillCorrectly)
}

/** The asset types that a fence can be for. Who may not see patients does not know their type either. */
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
