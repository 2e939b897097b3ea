import { createSchema, type DocumentOf, optional, required, typed } from '../members.ts'

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
