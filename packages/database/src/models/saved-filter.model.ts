import { createSchema, type DocumentOf, ObjectId, optional, required, typed } from '../members.ts'

export const savedFilterSchema = createSchema('savedFilters', {
  /** usually the milliseconds of its creation */
  _id: required(String),
  /** id that its owner is answered, where a filter that the owner did not know of had it already */
  shownId: optional(String),
  ownerId: required(ObjectId),
  /** of the owner */
  userName: required(String),
  displayName: required(String),
  /** the name as it is compared */
  nameKey: required(String),
  /** the page, as `filterPageOf` gives it */
  page: required(String),
  /** the route as it was sent */
  showOn: required(String),
  /** JSON of the conditions, sealed: they may hold values of fields that are encrypted */
  criteria: required(String),
  /** they name patients as a type */
  ofPatients: optional(Boolean, typed<true>()),
  /** see `sharedFilterKey`; there while everyone may use it */
  sharedKey: optional(String),
  createdAt: required(Date),
})
savedFilterSchema.index({ ownerId: 1, page: 1, nameKey: 1 }, { unique: true })
savedFilterSchema.index({ sharedKey: 1 }, { unique: true, sparse: true })
/** A filter that somebody saved. */
export type SavedFilterDoc = DocumentOf<typeof savedFilterSchema>

/** Beginning of the keys of a page's shared filters: those that name patients are apart, so that no name tells of them. */
export const sharedFilterPrefix = (page: string, ofPatients: boolean): string =>
  `${page}|${ofPatients ? 'patients' : 'others'}|`

/** Key under which the name of a shared filter is unique. */
export const sharedFilterKey = ({
  page,
  ofPatients,
  nameKey,
}: Pick<SavedFilterDoc, 'page' | 'ofPatients' | 'nameKey'>): string =>
  sharedFilterPrefix(page, ofPatients === true) + nameKey

export const savedFilterViewSchema = createSchema('savedFilterViews', {
  /** `userId/page` */
  _id: required(String),
  /** ids of the filters that the person has hidden */
  hidden: required([String]),
  /** id of the filter that is applied when the page is opened */
  defaultFilter: optional(String),
})
savedFilterViewSchema.index({ hidden: 1 })
savedFilterViewSchema.index({ defaultFilter: 1 }, { sparse: true })
/** How one person sees the saved filters of a page. */
export type SavedFilterViewDoc = DocumentOf<typeof savedFilterViewSchema>
