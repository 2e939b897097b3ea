import { type Database, type DeadLetterDoc, trusted } from '@wardtrack/database'
import { mayNamePatients, type Viewer, visibleTypeQuery, visibleTypes } from '@wardtrack/patient-rule'
import { isFailedBody, parseStoredItem, textMember } from './dead-letters.store.ts'

type Subjects = { refs: { AssetType: string; AssetId: string }[]; tagKey?: string }

/**
 * Returns the letters whose content a viewer may see. Without the flag, every subject of a letter must exist and be
 * no patient.
 */
export async function visibleDeadLetters(
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
 * Returns true if an item may name a patient outside the members that are looked up. A member with a type other than
 * text is not looked up, such as a number as an id. The name may also be anywhere in the invalid part.
 */
function mayHideSubject(doc: DeadLetterDoc): boolean {
  // A whole body may name anyone.
  if (isFailedBody(doc)) return true
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
