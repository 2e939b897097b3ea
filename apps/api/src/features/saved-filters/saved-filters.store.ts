import { randomUUID } from 'node:crypto'
import type { SessionActor } from '@wardtrack/access'
import { messages } from '@wardtrack/contracts'
import {
  type Database,
  isDuplicateKey,
  type SavedFilterDoc,
  type SavedFilterViewDoc,
  sharedFilterKey,
  sharedFilterPrefix,
  Types,
  trusted,
} from '@wardtrack/database'
import { duplicate } from '@wardtrack/service-kit'

type Viewer = Pick<SessionActor, 'userId' | 'patientDataAccess'>

/** Filters of other people that are read at once; a page has fewer. */
const READ_LIMIT = 1_000
/** Attempts at finding an id for a filter. */
const ID_ATTEMPTS = 20

/** How names are compared: without case, and however accents are encoded. */
export const nameKeyOf = (displayName: string): string => displayName.normalize('NFC').toLowerCase()

/** Whether a filter is a person's own. */
export const isOwnedBy = ({ ownerId }: SavedFilterDoc, { userId }: Viewer): boolean =>
  ownerId.toHexString() === userId

/** Whether a person knows of a filter: their own, and what others share; of patients with the flag alone. */
const mayKnowFilter = (filter: SavedFilterDoc, viewer: Viewer): boolean =>
  isOwnedBy(filter, viewer) ||
  (filter.sharedKey !== undefined && (!filter.ofPatients || viewer.patientDataAccess))

/** The stored filters, and how people see them. */
export function openFilterStore({ models: { savedFilters, savedFilterViews } }: Database) {
  const viewId = ({ userId }: Viewer, page: string): string => `${userId}/${page}`
  /** Keys that begin with a text, as the index has them in order. */
  const beginsWith = (prefix: string) => trusted({ $gte: prefix, $lt: `${prefix}\u{10ffff}` })
  return {
    /** every filter of a page that a person knows of, by name */
    known: async (viewer: Viewer, page: string): Promise<SavedFilterDoc[]> => {
      const groups = viewer.patientDataAccess ? [false, true] : [false]
      const found = await Promise.all([
        savedFilters.find({ ownerId: new Types.ObjectId(viewer.userId), page }).limit(READ_LIMIT),
        ...groups.map((ofPatients) =>
          savedFilters
            .find({ sharedKey: beginsWith(sharedFilterPrefix(page, ofPatients)) })
            .limit(READ_LIMIT),
        ),
      ])
      const byId = new Map(found.flat().map((filter) => [filter._id, filter]))
      return [...byId.values()].sort((left, right) => (left.displayName < right.displayName ? -1 : 1))
    },
    /** the filter that an id means to a person: first one of their own; null when they know of none */
    read: async (viewer: Viewer, id: string): Promise<SavedFilterDoc | null> => {
      const own = await savedFilters.findOne({ ownerId: new Types.ObjectId(viewer.userId), shownId: id })
      const filter = own ?? (await savedFilters.findOne({ _id: id }))
      return filter && mayKnowFilter(filter, viewer) ? filter : null
    },
    countOwn: (viewer: Viewer, page: string): PromiseLike<number> =>
      savedFilters.countDocuments({ ownerId: new Types.ObjectId(viewer.userId), page }),
    countShared: ({ page, ofPatients }: Pick<SavedFilterDoc, 'page' | 'ofPatients'>): PromiseLike<number> =>
      savedFilters.countDocuments({ sharedKey: beginsWith(sharedFilterPrefix(page, ofPatients === true)) }),
    /**
     * Stores a filter under the wanted id, or the next that no filter has of which the person knows. Another person's
     * hidden filter may have that id: the new one is stored under another then, and its owner is not told.
     * @param build makes the document for an id, to which its sealed criteria are bound
     * @throws ApiError 409 `duplicate` when another request took the name meanwhile
     */
    insert: async (
      viewer: Viewer,
      wantedId: number,
      build: (id: string) => SavedFilterDoc,
    ): Promise<SavedFilterDoc> => {
      let id = wantedId
      for (let attempt = 0; attempt < ID_ATTEMPTS; attempt += 1) {
        const shownId = String(id)
        const [holder, ownHolder] = await Promise.all([
          savedFilters.findOne({ _id: shownId }),
          savedFilters.findOne({ ownerId: new Types.ObjectId(viewer.userId), shownId }),
        ])
        if (ownHolder || (holder && mayKnowFilter(holder, viewer))) {
          id += 1
          continue
        }
        const doc = holder ? { ...build(`${shownId}-${randomUUID()}`), shownId } : build(shownId)
        try {
          return await savedFilters.create(doc)
        } catch (error) {
          if (!isDuplicateKey(error)) throw error
          if (!(await savedFilters.findOne({ _id: doc._id }))) throw duplicate(messages.filterNameTaken)
        }
      }
      throw duplicate(messages.filterNameTaken)
    },
    /** @throws ApiError 409 `duplicate` when everyone has a filter of this name already */
    setShared: async (filter: SavedFilterDoc, share: boolean): Promise<void> => {
      const change = share
        ? { $set: { sharedKey: sharedFilterKey(filter) } }
        : { $unset: { sharedKey: 1 as const } }
      await savedFilters
        .updateOne({ _id: filter._id, ownerId: filter.ownerId }, change)
        .catch((error: unknown) => {
          throw isDuplicateKey(error) ? duplicate(messages.filterNameTaken) : error
        })
    },
    /** Deletes a filter, and what people chose for themselves about it. */
    delete: async ({ _id: id, ownerId }: SavedFilterDoc): Promise<void> => {
      await savedFilters.deleteOne({ _id: id, ownerId })
      await savedFilterViews.updateMany({ hidden: id }, { $pull: { hidden: id } })
      await savedFilterViews.updateMany({ defaultFilter: id }, { $unset: { defaultFilter: 1 } })
    },
    view: (viewer: Viewer, page: string): PromiseLike<SavedFilterViewDoc | null> =>
      savedFilterViews.findOne({ _id: viewId(viewer, page) }),
    setHidden: async (viewer: Viewer, { _id, page }: SavedFilterDoc, hidden: boolean): Promise<void> => {
      const view = { _id: viewId(viewer, page) }
      if (hidden) await savedFilterViews.updateOne(view, { $addToSet: { hidden: _id } }, { upsert: true })
      else await savedFilterViews.updateOne(view, { $pull: { hidden: _id } })
    },
    /** Makes a filter the one that a page is opened with, or ends that. */
    setDefault: async (viewer: Viewer, { _id, page }: SavedFilterDoc, isDefault: boolean): Promise<void> => {
      const view = viewId(viewer, page)
      if (isDefault)
        await savedFilterViews.updateOne(
          { _id: view },
          { $set: { defaultFilter: _id }, $setOnInsert: { hidden: [] } },
          { upsert: true },
        )
      else
        await savedFilterViews.updateOne({ _id: view, defaultFilter: _id }, { $unset: { defaultFilter: 1 } })
    },
  }
}
