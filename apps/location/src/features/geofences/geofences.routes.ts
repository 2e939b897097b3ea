import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { calls, type Geofence, messages } from '@wardtrack/contracts'
import type { GeofenceDoc } from '@wardtrack/database'
import { visibleFence } from '@wardtrack/patient-rule'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { geofenceAnswer } from '../../places/fence-answer.ts'
import { factorTo, scaledRectangle } from '../../places/image-sizes.ts'
import type { PlaceCache } from '../../places/place-cache.ts'
import { presentMap } from './geofence-form.ts'
import { addFence, changeFence, deleteFence } from './geofences.store.ts'

type Parts = Pick<ServiceParts, 'db' | 'bus'> & { places: PlaceCache }

/** The calls of geofences: all or those of a map; drawing, changing and deleting one. */
export function geofenceRoutes(parts: Parts): ServedCall<Actor>[] {
  const { db, bus } = parts
  const told = (): void => bus.publish('config.changed', { what: 'geofences' })
  const list = async (filter: { MapId?: string }, actor: Actor): Promise<{ data: Geofence[] }> => {
    const fences = await db.models.geofences.find(filter).sort({ Name: 1, _id: 1 })
    return { data: await visible(parts, actor, fences) }
  }
  const saved = async (fence: GeofenceDoc, actor: Actor) => {
    told()
    const [answer] = await visible(parts, actor, [fence])
    return answer ?? geofenceAnswer(fence)
  }
  return [
    serve(calls.geofences)<Actor>((_input, { actor }) => list({}, actor)),
    serve(calls.geofencesOfMap)<Actor>(async ({ params }, { actor }) => {
      await presentMap(db, params.mapId)
      return list({ MapId: params.mapId }, actor)
    }),
    serve(calls.addGeofence)<Actor>(async ({ body }, context) => {
      const sender = { actor: sessionOf(context.actor), body: context.request.body as unknown }
      const fence = await addFence(db, body, sender)
      context.target('geofence', fence._id.toHexString())
      const answer = await saved(fence, context.actor)
      return { err: 0 as const, message: messages.geofenceSaved, ...answer }
    }),
    serve(calls.changeGeofence)<Actor>(async ({ params, body }, context) => {
      const sender = { actor: sessionOf(context.actor), body: context.request.body as unknown }
      context.target('geofence', params.id)
      const data = await saved(await changeFence(db, params.id, body, sender), context.actor)
      return { err: 0 as const, message: messages.geofenceSaved, data }
    }),
    serve(calls.deleteGeofence)<Actor>(async ({ params }, context) => {
      context.target('geofence', params.id)
      await deleteFence(db, sessionOf(context.actor), params.id)
      told()
      return { err: 0 as const, message: messages.geofenceDeleted }
    }),
  ]
}

/** Fences as the actor may know them, in the pixels of their maps' present images. */
async function visible({ places }: Parts, actor: Actor, fences: readonly GeofenceDoc[]): Promise<Geofence[]> {
  const viewer = sessionOf(actor)
  const book = await places.read()
  return fences.flatMap((fence) => {
    const factor = factorTo(book.map(fence.MapId), fence.imageSize)
    const answer = { ...geofenceAnswer(fence), Coordinates: scaledRectangle(fence.Coordinates, factor) }
    return visibleFence(answer, viewer) ?? []
  })
}
