import { isDeepStrictEqual } from 'node:util'
import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { type calls, type Geofence, messages } from '@wardtrack/contracts'
import type { GeofenceDoc } from '@wardtrack/database'
import { UNFLAGGED_VIEWER, visibleFence } from '@wardtrack/patient-rule'
import { factorTo, type PlaceCache, scaledArea } from '@wardtrack/places'
import type { CallContext, Handler } from '@wardtrack/service-kit'
import { type FormSender, findMapGeometry } from './geofence-form.ts'
import { addFence, changeFence, deleteFence, findFences } from './geofences.store.ts'
import { createFenceFileService, type FenceFileService } from './geojson/fence-files.service.ts'
import { shownVersion } from './shown-version.ts'

/** Dependencies of the calls about geofences. */
export type GeofenceParts = Pick<ServiceParts, 'db' | 'bus' | 'limits'> & { places: PlaceCache }

type GeofenceService = {
  list: Handler<Actor, typeof calls.geofences>
  listOfMap: Handler<Actor, typeof calls.geofencesOfMap>
  add: Handler<Actor, typeof calls.addGeofence>
  change: Handler<Actor, typeof calls.changeGeofence>
  delete: Handler<Actor, typeof calls.deleteGeofence>
} & FenceFileService

/**
 * Creates the service that reads and changes geofences under the patient rule, and announces changes to every
 * process.
 */
export function createGeofenceService(parts: GeofenceParts): GeofenceService {
  const { db, bus } = parts
  const publish = (isForPatients: boolean): void =>
    bus.publish('config.changed', { what: 'geofences', ...(isForPatients ? { ofPatients: true } : {}) })
  const isHidden = (fence: GeofenceDoc): boolean => visibleFence(fence, UNFLAGGED_VIEWER) === undefined
  /** Announces new or deleted fences. */
  const publishFences = (fences: readonly GeofenceDoc[]): void => publish(fences.every(isHidden))
  /** Announces a changed fence. */
  const publishChange = (before: GeofenceDoc, after: GeofenceDoc): void =>
    publish(isSameShown(after, before) || (isHidden(before) && isHidden(after)))
  const toSavedAnswer = async (fence: GeofenceDoc, actor: Actor): Promise<Geofence> => {
    const [answer] = await visibleAnswers(parts, actor, [fence])
    return answer ?? geofenceAnswer(fence)
  }
  return {
    ...createFenceFileService({
      ...parts,
      publishFences,
      visibleAnswers: (actor, fences) => visibleAnswers(parts, actor, fences),
    }),
    list: async (_input, { actor }) => ({ data: await visibleAnswers(parts, actor, await findFences(db)) }),
    listOfMap: async ({ params }, { actor }) => {
      await findMapGeometry(db, params.mapId)
      return { data: await visibleAnswers(parts, actor, await findFences(db, params.mapId)) }
    },
    add: async ({ body }, context) => {
      const fence = await addFence(db, body, senderOf(context), parts.limits)
      context.target('geofence', fence._id.toHexString())
      publishFences([fence])
      const answer = await toSavedAnswer(fence, context.actor)
      return { err: 0 as const, message: messages.geofenceSaved, ...answer }
    },
    change: async ({ params, body }, context) => {
      context.target('geofence', params.id)
      const { before, after } = await changeFence(db, params.id, body, senderOf(context), parts.limits)
      publishChange(before, after)
      const data = await toSavedAnswer(after, context.actor)
      return { err: 0 as const, message: messages.geofenceSaved, data }
    },
    delete: async ({ params }, context) => {
      context.target('geofence', params.id)
      publishFences([await deleteFence(db, sessionOf(context.actor), params.id)])
      return { err: 0 as const, message: messages.geofenceDeleted }
    },
  }
}

/** Returns true if two versions of a fence have the same answer for people without the flag. */
const isSameShown = (fence: GeofenceDoc, other: GeofenceDoc | undefined): boolean =>
  other !== undefined && isDeepStrictEqual(shownVersion(fence), shownVersion(other))

const senderOf = ({ actor, request }: CallContext<Actor>): FormSender => ({
  actor: sessionOf(actor),
  body: request.body as unknown,
})

/** Returns a stored geofence in the form of answers. */
export function geofenceAnswer(fence: GeofenceDoc): Geofence {
  const { _id, nameKey: _key, imageSize: _size, activeFrom: _from, shown: _shown, ...rest } = fence
  const { toleranceMetres: _tolerance, ...members } = rest
  const { __v, createdAt, updatedAt } = shownVersion(fence)
  return {
    ...members,
    _id: _id.toHexString(),
    __v,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** Returns the geofences that the actor may see, in the pixels of their maps' current images. */
async function visibleAnswers(
  { places }: GeofenceParts,
  actor: Actor,
  fences: readonly GeofenceDoc[],
): Promise<Geofence[]> {
  const viewer = sessionOf(actor)
  const lookup = await places.read()
  return fences.flatMap((fence) => {
    const factor = factorTo(lookup.map(fence.MapId), fence.imageSize)
    const answer = { ...geofenceAnswer(fence), Coordinates: scaledArea(fence.Coordinates, factor) }
    return visibleFence(answer, viewer) ?? []
  })
}
