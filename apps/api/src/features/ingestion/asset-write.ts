import {
  type AssetDoc,
  searchGrams,
  searchWords,
  type TagMoment,
  Types,
  tagChanges,
  tagKeysOf,
  tagsAfter,
} from '@wardtrack/database'
import type { AssetChange, FieldValue } from './asset-change.ts'

/** Creates the asset that an item describes. */
export function newAsset(change: AssetChange, now: Date, moment: TagMoment): AssetDoc {
  const Fields: AssetDoc['Fields'] = {}
  const FieldTimes: Record<string, Date> = {}
  for (const [path, { name, value }] of change.values) {
    if (value === null) continue
    setMember(Fields, path.split('.').slice(1), value)
    FieldTimes[name] = now
  }
  const { AssetType, AssetId, CustomTags = [], LocationTags = [] } = change
  return {
    _id: new Types.ObjectId(),
    AssetType,
    AssetId,
    AssetStatus: 'active',
    Fields,
    FieldTimes,
    CustomTags,
    ...tagsAfter({}, LocationTags, moment),
    SearchGrams: searchGrams({ AssetType, AssetId, Fields }),
    SearchWords: searchWords({ AssetType, AssetId, Fields }),
    createdAt: now,
    updatedAt: now,
  }
}

function setMember(fields: Record<string, unknown>, path: readonly string[], value: FieldValue): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) fields[name] = value
  else {
    const nested = isObject(fields[name]) ? fields[name] : {}
    fields[name] = nested
    setMember(nested, rest, value)
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Update of a stored asset, or undefined when the item changes no value. `seen`: condition that the tags are as read.
 */
export type AssetUpdate = {
  $set: Record<string, unknown>
  $unset: Record<string, ''>
  seen?: Record<string, unknown>
}

/** Creates the store update that applies an item to an asset. */
export function assetUpdate(
  doc: AssetDoc,
  change: AssetChange,
  now: Date,
  moment: TagMoment,
): AssetUpdate | undefined {
  const update: AssetUpdate = { $set: {}, $unset: {} }
  for (const [path, { name, value }] of change.values) {
    if (isEqual(valueAt(doc, path.split('.')), value ?? undefined)) continue
    if (value === null) {
      update.$unset[path] = ''
      update.$unset[`FieldTimes.${name}`] = ''
    } else {
      update.$set[path] = value
      update.$set[`FieldTimes.${name}`] = now
    }
  }
  if (change.CustomTags && !isEqual(change.CustomTags, doc.CustomTags))
    update.$set['CustomTags'] = change.CustomTags
  if (change.LocationTags && !hasTags(doc, change.LocationTags)) {
    const { seen, $set, $unset } = tagChanges(doc, change.LocationTags, moment)
    update.seen = seen
    Object.assign(update.$set, $set)
    Object.assign(update.$unset, $unset)
  }
  if (Object.keys(update.$set).length + Object.keys(update.$unset).length === 0) return undefined
  update.$set['updatedAt'] = now
  return update
}

const hasTags = (doc: AssetDoc, tags: AssetDoc['LocationTags']): boolean =>
  isEqual(tags, doc.LocationTags) && isEqual(tagKeysOf(tags), doc.TagKeys)

function valueAt(from: unknown, path: readonly string[]): unknown {
  let value = from
  for (const name of path) value = isObject(value) ? value[name] : undefined
  return value
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
