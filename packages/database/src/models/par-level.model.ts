import { createSchema, type DocumentOf, optional, required } from '../members.ts'

export const parLevelSchema = createSchema('parLevels', {
  /** @see parLevelId */
  _id: required(String),
  /** id of a place of the internal hierarchy */
  hierarchyId: required(String),
  /** primary category of equipment */
  Category: required(String),
  /** number of pieces below which the unit is short */
  Minimum: required(Number),
  /** number of pieces that the unit should have ready */
  Par: required(Number),
  updatedAt: required(Date),
  /** username of the last editor */
  updatedBy: required(String),
  /** revision of the newest edit */
  revision: optional(String),
})
/** PAR level of a category in a unit. There are a few thousand at most, so that they are read together. */
export type ParLevelDoc = DocumentOf<typeof parLevelSchema>
