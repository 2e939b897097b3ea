import { type LocationTag, tagIdKey } from '@wardtrack/contracts'
import {
  createSchema,
  type DocumentOf,
  embedded,
  Mixed,
  ObjectId,
  optional,
  required,
  typed,
} from '../members.ts'

export const customTagSchema = createSchema('customTags', {
  name: required(String),
  /** the name for comparison, without case */
  nameKey: required(String),
  createdAt: required(Date),
  /** true while it is being removed from the assets; all answers already leave it out */
  removing: optional(Boolean, typed<true>()),
})
customTagSchema.index({ nameKey: 1 }, { unique: true })
/** A custom tag for assets; assets store its name. */
export type CustomTagDoc = DocumentOf<typeof customTagSchema>

export const tagReservationSchema = createSchema('tagReservations', {
  /** key of the tag, see `tagKey` */
  _id: required(String),
  asset: required(ObjectId),
  tag: required(Mixed, typed<LocationTag>()),
  expiresAt: required(Date),
})
tagReservationSchema.index({ asset: 1 })
tagReservationSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
/** A location tag that an asset gets as soon as a reader sees the tag unassigned. */
export type TagReservationDoc = DocumentOf<typeof tagReservationSchema>

/** Start of a tag that an asset carries. */
export const tagStartSchema = embedded({
  /** key of the tag, see `tagKey` */
  key: required(String),
  from: required(Date),
})

/** A location tag that an asset no longer carries. */
export const pastTagSchema = embedded({
  /** key of the tag, see `tagKey` */
  key: required(String),
  Provider: required(String),
  TagId: required(String),
  IsPrimary: required(Boolean),
  /** absent when unknown: the asset had the tag before starts were stored */
  from: optional(Date),
  to: required(Date),
})
/** A location tag that an asset no longer carries. */
export type PastTag = DocumentOf<typeof pastTagSchema>

/**
 * Returns the key that makes a location tag unique among all assets, however its id is written.
 * @param provider lower case
 */
export const tagKey = (provider: string, tagId: string): string => `${provider}|${tagIdKey(tagId)}`

/** Returns the key of a tag that another asset held in another spelling when ids were compared as sent. */
export const spelledTagKey = ({ Provider, TagId }: Pick<LocationTag, 'Provider' | 'TagId'>): string =>
  `${Provider}|${TagId}`

/**
 * Returns the derived keys of an asset's tags; undefined (not an empty list) without tags, for the sparse index.
 * @param held keys that the asset holds; a tag keeps its {@link spelledTagKey} if the asset holds that alone
 */
export function tagKeysOf(tags: readonly LocationTag[], held: readonly string[] = []): string[] | undefined {
  if (tags.length === 0) return undefined
  return [...new Set(tags.map((tag) => heldTagKey(tag, held)))]
}

/** Returns the key of an asset's tag. @param held keys that the asset holds */
export function heldTagKey(tag: LocationTag, held: readonly string[]): string {
  const key = tagKey(tag.Provider, tag.TagId)
  const spelled = spelledTagKey(tag)
  return held.includes(spelled) && !held.includes(key) ? spelled : key
}
