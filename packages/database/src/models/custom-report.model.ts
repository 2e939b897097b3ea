import { REPORT_SHARES, REPORT_TYPES } from '@wardtrack/contracts'
import { createSchema, type DocumentOf, ObjectId, optional, required } from '../members.ts'

export const customReportSchema = createSchema('customReports', {
  Name: required(String),
  Description: required(String),
  /** asset type */
  Subject: required(String),
  Type: required(String, { enum: REPORT_TYPES }),
  /** metadata names, or members of every asset */
  Fields: required([String]),
  /** metadata name; set for heat maps */
  TargetField: optional(String),
  share: required(String, { enum: REPORT_SHARES }),
  /** tag that the report is shared by; set for share `Tag` */
  tag: optional(String),
  Icons: required(String),
  ownerId: required(ObjectId),
  /** username of the owner */
  owner: required(String),
  /** true when its subject is patients */
  ofPatients: required(Boolean),
  createdAt: required(Date),
  updatedAt: required(Date),
  revision: optional(String),
})
customReportSchema.index({ ownerId: 1, ofPatients: 1 })
customReportSchema.index({ share: 1, ofPatients: 1 })
/** A report that a user composed. */
export type CustomReportDoc = DocumentOf<typeof customReportSchema>
