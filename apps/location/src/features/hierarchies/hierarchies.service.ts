import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls, type LocationHierarchy } from '@wardtrack/contracts'
import { type Database, INTERNAL, type PlaceDoc, settingId, Types, trusted } from '@wardtrack/database'
import { notFound, type ServedCall, serve } from '@wardtrack/service-kit'
import { byProviderAndName, providerAnswer, rtlsAnswer } from './place-answers.ts'

/** Rows 57 and 59 to 61: one place, the providers that have a hierarchy, our hierarchy and theirs. */
export function createPlaceCalls({ db }: Pick<ServiceParts, 'db'>): ServedCall<Actor>[] {
  return [
    serve(calls.getLocationHierarchyById)<Actor>(async ({ params }) => {
      const place = await placeByEitherId(db, params.id)
      if (!place) throw notFound()
      return { data: locationAnswer(place) }
    }),
    serve(calls.getActivatedHierarchyProviders)<Actor>(async () => ({ data: await hierarchyProviders(db) })),
    serve(calls.rtlsHierarchies)<Actor>(async () => {
      const places = await db.models.places.find({ provider: INTERNAL })
      return { data: byProviderAndName(places).map(rtlsAnswer) }
    }),
    serve(calls.providerHierarchies)<Actor>(async ({ query }) => {
      const { provider = trusted({ $ne: INTERNAL }) } = query
      const places = provider === INTERNAL ? [] : await db.models.places.find({ provider })
      return { data: byProviderAndName(places).map(providerAnswer) }
    }),
  ]
}

/** An internal place by its hierarchyId, else by its internal id. */
async function placeByEitherId(db: Database, id: string): Promise<PlaceDoc | null> {
  const named = await db.models.places.findOne({ provider: INTERNAL, hierarchyId: id })
  if (named || !/^[\da-f]{24}$/i.test(id)) return named
  return db.models.places.findOne({ _id: new Types.ObjectId(id), provider: INTERNAL })
}

const locationAnswer = ({ _id, hierarchyId, mapId, fullName }: PlaceDoc): LocationHierarchy => ({
  _id: _id.toHexString(),
  hierarchyId,
  mapId,
  fullName,
  fullDisplayName: fullName.join('>'),
})

/** Names of the providers that are switched on and said to provide maps and hierarchy, sorted. */
async function hierarchyProviders(db: Database): Promise<string[]> {
  const range = trusted({ $gte: settingId('Provider', ''), $lt: 'provider0' })
  const settings = await db.models.settings.find({ _id: range }).sort({ _id: 1 })
  return settings
    .filter(({ Fields }) => Fields['Enabled'] !== false && Fields['HierarchyProvider'] === true)
    .map(({ SubType }) => SubType.toLowerCase())
}
