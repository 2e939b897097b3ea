import { createSchema, type DocumentOf, optional, required, typed } from '../members.ts'

export const customTagSchema = createSchema('customTags', {
  name: required(String),
  /** the name as it is compared: without case */
  nameKey: required(String),
  createdAt: required(Date),
  /** it is being taken off the assets and goes then: to everybody it is gone already */
  removing: optional(Boolean, typed<true>()),
})
customTagSchema.index({ nameKey: 1 }, { unique: true })
/** A word of the house that assets can be given; assets keep the name. */
export type CustomTagDoc = DocumentOf<typeof customTagSchema>
