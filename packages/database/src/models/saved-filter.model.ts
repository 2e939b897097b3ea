import { createSchema, type DocumentOf, ObjectId, optional, required, typed } from '../members.ts'

export const savedFilterSchema = createSchema('savedFilters', {
  /** usually the time of its creation in milliseconds */
  _id: required(String),
  /** id shown to its owner when a filter that the owner may not see had the same id */
  shownId: optional(String),
  ownerId: required(ObjectId),
  /** username of the owner */
  userName: required(String),
  displayName: required(String),
  /** the name for comparison */
  nameKey: required(String),
  /** the page, as returned by `filterPageOf` */
  page: required(String),
  /** the route as sent */
  showOn: required(String),
  /** JSON of the conditions, sealed: they may hold values of encrypted fields */
  criteria: required(String),
  /** true when the conditions name patients as a type */
  ofPatients: optional(Boolean, typed<true>()),
  /** see `sharedFilterKey`; set while everyone may use the filter */
  sharedKey: optional(String),
  createdAt: required(Date),
})
savedFilterSchema.index({ ownerId: 1, page: 1, nameKey: 1 }, { unique: true })
savedFilterSchema.index({ sharedKey: 1 }, { unique: true, sparse: true })
/** A saved filter. */
export type SavedFilterDoc = DocumentOf<typeof savedFilterSchema>

/**
 * Returns the key prefix of a page's shared filters. Filters that name patients have another prefix, so that no name
 * conflict reveals them.
 */
export const sharedFilterPrefix = (page: string, ofPatients: boolean): string =>
  `${page}|${ofPatients ? 'patients' : 'others'}|`

/** Returns the key that makes the name of a shared filter unique. */
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
  /** id of the filter that applies when the page opens */
  defaultFilter: optional(String),
})
savedFilterViewSchema.index({ hidden: 1 })
savedFilterViewSchema.index({ defaultFilter: 1 }, { sparse: true })
/** A person's view of the saved filters of a page. */
export type SavedFilterViewDoc = DocumentOf<typeof savedFilterViewSchema>
