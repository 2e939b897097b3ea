import type { Actor, ServiceParts } from '@wardtrack/access'
import { sessionOf } from '@wardtrack/access'
import { calls, type Levels, messages } from '@wardtrack/contracts'
import { type AssetDoc, INTERNAL } from '@wardtrack/database'
import { invalidMember, type ServedCall, serve } from '@wardtrack/service-kit'
import { findAsset } from './assets.service.ts'

type Home = NonNullable<AssetDoc['HomeLocation']>

/** saveHomeLocation: where an asset belongs. Saving the same place again changes nothing. */
export function homeLocationRoute(parts: ServiceParts): ServedCall<Actor> {
  const { db, bus } = parts
  return serve(calls.saveHomeLocation)<Actor>(async ({ body }, { actor, target }) => {
    const doc = await findAsset(parts, sessionOf(actor), body.AssetType, body.AssetId)
    target('asset', doc._id.toHexString())
    const HomeLocation = await homeAt(parts, namesOf(body.level))
    await db.assets.updateOne({ _id: doc._id }, { $set: { HomeLocation, updatedAt: new Date() } })
    const change = { AssetType: doc.AssetType, AssetId: doc.AssetId, change: 'updated' as const }
    bus.publish('asset.changed', { changes: [change], tagKeys: [] })
    return { err: 0 as const, message: messages.done, HomeLocation }
  })
}

/** Names of the levels, Level_1 first, from any of the forms the call takes. */
function namesOf(level: Levels | string[] | string): string[] {
  if (typeof level === 'string') return level.split('>').map((name) => name.trim())
  if (Array.isArray(level)) return level
  const names: string[] = []
  for (let n = 1; n <= Object.keys(level).length; n += 1) {
    const name = level[`Level_${n}`]
    if (name === undefined) throw invalidMember(`level.Level_${n}`, 'A level is missing.')
    names.push(name)
  }
  return names
}

/** The place with this path, or the beginning of a path that some place has. @throws ApiError 400 */
async function homeAt({ db }: ServiceParts, names: readonly string[]): Promise<Home> {
  const fullPath = Object.fromEntries(names.map((name, index) => [`Level_${index + 1}`, name]))
  const exact = await db.models.places.findOne({ provider: INTERNAL, fullName: [...names] })
  if (exact) {
    const { hierarchyId, mapId } = exact
    return { fullPath, hierarchyId, ...(mapId ? { mapId } : {}) }
  }
  const beginning = Object.fromEntries(names.map((name, index) => [`fullName.${index}`, name]))
  if (names.length > 0 && (await db.models.places.findOne({ provider: INTERNAL, ...beginning })))
    return { fullPath }
  throw invalidMember('level', 'There is no such place.')
}
