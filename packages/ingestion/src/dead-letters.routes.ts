import { randomUUID } from 'node:crypto'
import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import {
  assetItem,
  associationItem,
  type calls,
  type DeadLetter,
  hierarchyItem,
  locationItem,
  messages,
  statusItem,
} from '@wardtrack/contracts'
import { type Database, type DeadLetterDoc, trusted } from '@wardtrack/database'
import { mayNamePatients, type Viewer, visibleTypeQuery, visibleTypes } from '@wardtrack/patient-rule'
import { notFound, type ServedCall, serve } from '@wardtrack/service-kit'
import { type DeadLetterSelection, replayDeadLetters } from './dead-letter-replay.ts'
import { parseStoredItem, textMember } from './dead-letters.store.ts'
import type { IngestEndpoint } from './endpoint.ts'

type ListCall =
  | typeof calls.apiDeadLetters
  | typeof calls.locationDeadLetters
  | typeof calls.statusDeadLetters
type ReplayCall = typeof calls.apiReplay | typeof calls.locationReplay | typeof calls.statusReplay

/** The calls of one base and the endpoints whose refused items they show and take again. */
export type DeadLetterSpec = { list: ListCall; replay: ReplayCall; endpoints: readonly IngestEndpoint[] }

/** The calls of one base about its dead letters: a page of them, and replaying some. */
export function deadLetterRoutes(parts: ServiceParts, spec: DeadLetterSpec): ServedCall<Actor>[] {
  const { db } = parts
  const names = spec.endpoints.map(({ name }) => name)
  const filterOf = ({ ids, provider, endpoint, code }: DeadLetterSelection): Record<string, unknown> => ({
    endpoint: trusted({ $in: endpoint === undefined ? names : names.filter((name) => name === endpoint) }),
    ...(ids ? { _id: trusted({ $in: [...ids] }) } : {}),
    ...(provider === undefined ? {} : { provider }),
    ...(code === undefined ? {} : { codes: code }),
  })
  // The three bases differ in their addresses alone, so one declaration stands for all.
  const listCall = spec.list as typeof calls.apiDeadLetters
  const replayCall = spec.replay as typeof calls.apiReplay
  return [
    serve(listCall)<Actor>(async ({ query }, context) => {
      const viewer = sessionOf(context.actor)
      const { pagesize, page, ...selection } = query
      const filter = filterOf(selection)
      const [docs, count] = await Promise.all([
        db.models.deadLetters
          .find(filter)
          .sort({ receivedAt: -1, _id: -1 })
          .skip((page - 1) * pagesize)
          .limit(pagesize),
        db.models.deadLetters.countDocuments(filter),
      ])
      const visible = await visibleDeadLetters(db, docs, viewer)
      return { data: docs.map((doc) => deadLetterAnswer(doc, visible.has(doc))), count }
    }),
    serve(replayCall)<Actor>(async ({ body }, context) => {
      const filter = filterOf(body)
      if (body.ids) {
        const found = await db.models.deadLetters.countDocuments(filter)
        if (found < new Set(body.ids).size) throw notFound()
      }
      const viewer = sessionOf(context.actor)
      const result = await replayDeadLetters(db, filter, {
        endpoints: spec.endpoints,
        nonce: randomUUID(),
        findVisible: (letters) => visibleDeadLetters(db, letters, viewer),
      })
      return { err: 0 as const, message: messages.done, ...result }
    }),
  ]
}

function deadLetterAnswer(doc: DeadLetterDoc, isVisible: boolean): DeadLetter {
  return {
    id: doc._id,
    endpoint: doc.endpoint,
    ...(doc.provider ? { provider: doc.provider } : {}),
    receivedAt: doc.receivedAt.toISOString(),
    errors: isVisible ? doc.errors : doc.errors.map(withPlainPath),
    ...(isVisible ? { item: parseStoredItem(doc) } : {}),
    ...(doc.replayed ? { replayed: doc.replayed.toISOString() } : {}),
  }
}

/** The members that items have by contract. Any other name is the sender's own, and may be a patient's. */
const ITEM_MEMBERS: ReadonlySet<string> = new Set(
  [locationItem, statusItem, assetItem, associationItem, hierarchyItem].flatMap(({ shape }) =>
    Object.keys(shape),
  ),
)

/** A path can hold names that the sender made up; a hidden item must not show by them. */
const withPlainPath = <E extends { path: string }>(error: E): E => ({
  ...error,
  path: ITEM_MEMBERS.has(error.path.split('.')[0] ?? '') ? error.path : '',
})

type Subjects = { refs: { AssetType: string; AssetId: string }[]; tagKey?: string }

/** The letters that a viewer may see into: without the flag those of which all they name exists and is no patient. */
async function visibleDeadLetters(
  db: Database,
  docs: readonly DeadLetterDoc[],
  viewer: Viewer,
): Promise<Set<DeadLetterDoc>> {
  if (viewer.patientDataAccess) return new Set(docs)
  const subjects = new Map(docs.map((doc) => [doc, subjectsOf(doc)]))
  const refs = [...subjects.values()].flatMap(({ refs: ofDoc }) => ofDoc)
  const tags = [...subjects.values()].flatMap(({ tagKey }) => (tagKey ? [tagKey] : []))
  const types = visibleTypes([...new Set(refs.map(({ AssetType }) => AssetType))], viewer)
  const { AssetType: typeQuery } = visibleTypeQuery(viewer)
  const visibleType = typeQuery ? { AssetType: trusted(typeQuery) } : {}
  const filters = [
    ...types.map((AssetType) => ({
      AssetType,
      AssetId: trusted({
        $in: refs.filter((ref) => ref.AssetType === AssetType).map(({ AssetId }) => AssetId),
      }),
    })),
    ...(tags.length > 0 ? [{ TagKeys: trusted({ $in: tags }), ...visibleType }] : []),
  ]
  const members = { AssetType: 1, AssetId: 1, TagKeys: 1 }
  const found = (
    await Promise.all(filters.map((filter) => db.models.assets.find(filter).select(members)))
  ).flat()
  const known = new Set(
    found.flatMap((asset) => [refKey(asset), ...(asset.TagKeys ?? []).map((key) => `|${key}`)]),
  )
  return new Set(
    docs.filter((doc) => {
      if (mayHideSubject(doc)) return false
      const { refs: ofDoc, tagKey } = subjects.get(doc) ?? { refs: [] }
      const all = [...ofDoc.map(refKey), ...(tagKey ? [`|${tagKey}`] : [])]
      return all.length > 0 && all.every((key) => known.has(key))
    }),
  )
}

const SUBJECT_MEMBERS = ['AssetType', 'AssetId', 'deviceId', 'tagId']

/**
 * Whether an item may name a patient in another way than the members that are looked up: by a member that is no text
 * (a number for an id was refused for just that), or anywhere else in what broke the rules.
 */
function mayHideSubject(doc: DeadLetterDoc): boolean {
  const item = parseStoredItem(doc) as { from?: unknown; to?: unknown } | null
  if (mayNamePatients(item)) return true
  return [item, item?.from, item?.to].some(
    (named) =>
      named !== undefined &&
      SUBJECT_MEMBERS.some(
        (name) => Object.hasOwn(Object(named) as object, name) && textMember(named, name) === undefined,
      ),
  )
}

const refKey = (ref: { AssetType: string; AssetId: string }): string => `${ref.AssetType}:${ref.AssetId}`

function subjectsOf(doc: DeadLetterDoc): Subjects {
  const item = parseStoredItem(doc) as { from?: unknown; to?: unknown } | null
  const refs = [item, item?.from, item?.to].flatMap((named) => {
    const AssetType = textMember(named, 'AssetType')
    const AssetId = textMember(named, 'AssetId')
    return AssetType !== undefined && AssetId !== undefined ? [{ AssetType, AssetId }] : []
  })
  const device = textMember(item, 'deviceId')
  if (device !== undefined) refs.push({ AssetType: 'Equipment', AssetId: device })
  return { refs, ...(doc.tagKey ? { tagKey: doc.tagKey } : {}) }
}
