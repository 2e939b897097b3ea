import { createSchema, type DocumentOf, optional, required } from '../members.ts'

export const parLevelSchema = createSchema('parLevels', {
  /** @see parLevelId */
  _id: required(String),
  /** of a place of the internal hierarchy */
  hierarchyId: required(String),
  /** primary category of equipment */
  Category: required(String),
  /** pieces below which the unit is short */
  Minimum: required(Number),
  /** pieces that the unit is meant to have ready */
  Par: required(Number),
  updatedAt: required(Date),
  /** username of who set it last */
  updatedBy: required(String),
  /** of the newest edit */
  revision: optional(String),
})
/** How many pieces of a category a unit is meant to have ready. There are some thousand at most: they are read together. */
export type ParLevelDoc = DocumentOf<typeof parLevelSchema>
