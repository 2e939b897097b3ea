import { searchWords, type Types, trusted } from '@wardtrack/database'
import type { Migration } from '@wardtrack/service-runtime'

/** Assets read and written in one statement. */
const PAGE = 500
/** Members that the words are made from; the rest of an asset may be large. */
const READ_MEMBERS = { AssetType: 1, AssetId: 1, Fields: 1 } as const

/** Adds the marked words of the name to assets stored before these words were in the search index. */
export const wordsOfNames: Migration = {
  version: 3,
  title: 'assets are found by the words of their names alone',
  run: async ({ db }) => {
    // driver: reads and writes a few members of every asset, before the process serves requests
    const { assets } = db.driver
    let after: Types.ObjectId | undefined
    for (;;) {
      const page = await assets
        .find(after ? trusted({ _id: { $gt: after } }) : {}, { projection: READ_MEMBERS })
        .sort({ _id: 1 })
        .limit(PAGE)
        .toArray()
      const last = page.at(-1)
      if (!last) return
      const searchable = await Promise.all(page.map((asset) => db.sealing.searchable(asset)))
      const writes = searchable.map((asset) => ({
        updateOne: { filter: { _id: asset._id }, update: { $set: { SearchWords: searchWords(asset) } } },
      }))
      await assets.bulkWrite(writes, { ordered: false })
      after = last._id
    }
  },
}
