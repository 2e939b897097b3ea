import { createSchema, type DocumentOf, ObjectId, required } from '../members.ts'

export const assetSelectionSchema = createSchema('assetSelections', {
  /** `selection/number` */
  _id: required(String),
  ids: required([ObjectId]),
  expiresAt: required(Date),
})
assetSelectionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
/** Some of the assets that were selected when a job was started. */
export type AssetSelectionDoc = DocumentOf<typeof assetSelectionSchema>
