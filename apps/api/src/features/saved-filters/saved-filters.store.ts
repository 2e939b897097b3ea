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

/** Maximum number of other users' filters read together; a page has fewer. */
const READ_LIMIT = 1_000
/** Maximum number of attempts to find an id for a filter. */
const ID_ATTEMPTS = 20

/** Returns the comparison key of a name, which ignores case and the encoding of accents. */
export const nameKeyOf = (displayName: string): string => displayName.normalize('NFC').toLowerCase()

/** Returns true if a user owns a filter. */
export const isOwnedBy = ({ ownerId }: SavedFilterDoc, { userId }: Viewer): boolean =>
  ownerId.toHexString() === userId

/** Returns true if a user may see a filter: own and shared ones, those about patients only with the flag. */
const mayKnowFilter = (filter: SavedFilterDoc, viewer: Viewer): boolean =>
  isOwnedBy(filter, viewer) ||
  (filter.sharedKey !== undefined && (!filter.ofPatients || viewer.patientDataAccess))

/** Opens the stored filters, and the users' view settings of them. */
export function openFilterStore({ models: { savedFilters, savedFilterViews } }: Database) {
  const viewId = ({ userId }: Viewer, page: string): string => `${userId}/${page}`
  /** Matches keys with a prefix, in the order of the index. */
  const beginsWith = (prefix: string) => trusted({ $gte: prefix, $lt: `${prefix}\u{10ffff}` })
  return {
    /** every filter of a page visible to a user, by name */
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
    /** finds a user's filter by id, own filters first; null when the user sees none */
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
     * Stores a filter under the requested id, or the next one that no visible filter has. If a hidden filter has this
     * id, the new filter is stored under another id, which its owner does not see.
     * @param build creates the document for an id, to which its sealed criteria are bound
     * @throws ApiError 409 `duplicate` when another request has taken the name meanwhile
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
    /** @throws ApiError 409 `duplicate` when a shared filter already has this name */
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
    /** Deletes a filter, and users' choices about it. */
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
    /** Sets or clears a filter as the default of a page. */
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
