import type { LocationTag } from '@wardtrack/contracts'
import { createSchema, type DocumentOf, Mixed, ObjectId, optional, required, typed } from '../members.ts'

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
