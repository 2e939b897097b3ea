import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { INTERNAL } from '@wardtrack/database'
import { type ServedCall, serve } from '@wardtrack/service-kit'

/** Row 60 of calls.md: the internal hierarchy. A place that names no map itself has none here. */
export function createHierarchyCalls({ db }: Pick<ServiceParts, 'db'>): ServedCall<Actor>[] {
  return [
    serve(calls.rtlsHierarchies)<Actor>(async () => {
      const places = await db.places.find({ provider: INTERNAL }).toArray()
      const byName = places.sort((a, b) => compareNames(a.fullName, b.fullName))
      return {
        data: byName.map(({ _id, hierarchyId, mapId, fullName }) => ({
          _id: _id.toHexString(),
          hierarchyId,
          mapId,
          fullName,
          mappings: {},
        })),
      }
    }),
  ]
}

/** Level by level; the store's own order of arrays looks at single elements only. */
function compareNames(a: readonly string[], b: readonly string[]): number {
  const left = a.join('\u0000')
  const right = b.join('\u0000')
  return left < right ? -1 : left > right ? 1 : 0
}
