import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { type calls, messages } from '@wardtrack/contracts'
import { tagKey } from '@wardtrack/database'
import type { RuleEvaluation } from '@wardtrack/rules'
import { type Handler, notFound } from '@wardtrack/service-kit'
import { type AssetName, findTarget } from '../assets/index.ts'
import type { AssetDeliveries } from '../mirth/index.ts'
import { associateTag, dropTags } from './location-tags.store.ts'
import { dropReservation, reserveTag } from './reserved-tags.store.ts'
import { findUnassignedTags } from './unassigned-tags.store.ts'

type LocationTagService = {
  unassigned: Handler<Actor, typeof calls.getUnassignedTags>
  add: Handler<Actor, typeof calls.addLocationTag>
  remove: Handler<Actor, typeof calls.removeLocationTag>
}

/** Creates the service that associates location tags with assets manually. */
export function createLocationTagService(
  parts: ServiceParts & { rules: RuleEvaluation },
  deliveries: AssetDeliveries,
): LocationTagService {
  const { db, bus } = parts
  const tell = async (assets: readonly AssetName[], key: string): Promise<void> => {
    const changes = assets.map(({ AssetType, AssetId }) => ({ AssetType, AssetId, change: 'tags' as const }))
    bus.publish('asset.changed', { changes, tagKeys: [key] })
    await deliveries.addAssets(assets)
  }
  return {
    unassigned: async ({ query }, context) => {
      const found = await findUnassignedTags(db, query)
      context.auditDetails({ returned: found.length })
      return { data: found }
    },
    add: async ({ body: { AssetType, AssetId, LocationTag, move } }, context) => {
      const asset = await findTarget(db, context, { AssetType, AssetId })
      const key = tagKey(LocationTag.Provider, LocationTag.TagId)
      const viewer = sessionOf(context.actor)
      const moves: AssetName[] = []
      try {
        const LocationTags = await associateTag(parts, asset, LocationTag, { move, viewer, moves })
        if (!LocationTags) {
          await reserveTag(db, { asset, tag: LocationTag }, { move })
          return { err: 0, message: messages.locationTagReserved, LocationTags: asset.LocationTags }
        }
        await dropReservation(db, asset, key)
        await tell([asset], key)
        return { err: 0, message: messages.locationTagAdded, LocationTags }
      } finally {
        // Also runs after a refusal: removed tags stay removed, and caches must be invalidated.
        if (moves.length > 0) await tell(moves, key)
        context.auditDetails({ takenOff: moves.length })
      }
    },
    remove: async ({ body: { AssetType, AssetId, Provider, TagId } }, context) => {
      const asset = await findTarget(db, context, { AssetType, AssetId })
      const key = tagKey(Provider, TagId)
      const isReserved = await dropReservation(db, asset, key)
      const LocationTags = await dropTags(parts, asset, key)
      if (LocationTags) await tell([asset], key)
      else if (!isReserved) throw notFound()
      return {
        err: 0,
        message: messages.locationTagRemoved,
        LocationTags: LocationTags ?? asset.LocationTags,
      }
    },
  }
}
