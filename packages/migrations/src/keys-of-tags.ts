import {
  type Database,
  isDuplicateKey,
  spelledTagKey,
  type Types,
  tagKey,
  trusted,
} from '@wardtrack/database'
import type { Migration } from '@wardtrack/service-runtime'

/** Documents read and written in one statement. */
const PAGE = 500

/**
 * Rewrites the keys of location tags: all spellings of a tag id have one key. Assets with two spellings of one id stay
 * apart: the second one keeps the key as spelled, until one of the two is registered again.
 */
export const keysOfTags: Migration = {
  version: 6,
  title: 'location tags are compared without regard to their spelling',
  run: async ({ db, log }) => {
    const twins = await rewriteAssets(db)
    if (twins > 0) log.warn({ assets: twins }, 'assets have a tag that another asset has in another spelling')
    await rewriteReservations(db)
    await rewriteUnresolved(db)
    await rewriteLetters(db)
  },
}

/** @returns the number of assets whose tag another asset has in another spelling */
async function rewriteAssets(db: Database): Promise<number> {
  // driver: reads and writes the keys of every asset with tags, before the process serves requests
  const { assets } = db.driver
  let after: Types.ObjectId | undefined
  let twins = 0
  for (;;) {
    const page = await assets
      .find(trusted({ TagKeys: { $exists: true }, ...(after ? { _id: { $gt: after } } : {}) }), {
        projection: { LocationTags: 1, TagKeys: 1 },
      })
      .sort({ _id: 1 })
      .limit(PAGE)
      .toArray()
    const last = page.at(-1)
    if (!last) return twins
    for (const { _id, LocationTags, TagKeys: held = [] } of page) {
      let keys = held
      for (const tag of LocationTags) {
        const key = tagKey(tag.Provider, tag.TagId)
        if (held.includes(key)) continue
        const next = [...new Set([...keys.filter((known) => known !== spelledTagKey(tag)), key])]
        const isTaken = await assets
          .updateOne({ _id, TagKeys: keys }, { $set: { TagKeys: next } })
          .then(() => false, isTakenKey)
        if (isTaken) twins += 1
        else keys = next
      }
    }
    after = last._id
  }
}

/** Returns true for the error that another document has the key. @throws any other error */
function isTakenKey(error: unknown): true {
  if (!isDuplicateKey(error)) throw error
  return true
}

async function rewriteReservations(db: Database): Promise<void> {
  // driver: rewrites ids, before the process serves requests
  const { tagReservations } = db.driver
  for await (const doc of tagReservations.find({})) {
    const _id = tagKey(doc.tag.Provider, doc.tag.TagId)
    if (_id === doc._id) continue
    await tagReservations.insertOne({ ...doc, _id }).catch(isTakenKey)
    await tagReservations.deleteOne({ _id: doc._id })
  }
}

const TAG_PREFIX = 'tag:'

/** Returns the key of a tag in place of the key as spelled. */
function keyOf(spelled: string): string {
  const bar = spelled.indexOf('|')
  return tagKey(spelled.slice(0, bar), spelled.slice(bar + 1))
}

/** Rewrites the keys of kept events; an event that is already kept under the new key stays. */
async function rewriteUnresolved(db: Database): Promise<void> {
  // driver: rewrites ids, before the process serves requests
  const { unresolved } = db.driver
  for await (const doc of unresolved.find({ subjectKey: { $gte: 'tag:', $lt: 'tag;' } })) {
    const subjectKey = TAG_PREFIX + keyOf(doc.subjectKey.slice(TAG_PREFIX.length))
    if (subjectKey === doc.subjectKey) continue
    const _id = doc._id.replace(doc.subjectKey, () => subjectKey)
    await unresolved.insertOne({ ...doc, _id, subjectKey }).catch(isTakenKey)
    await unresolved.deleteOne({ _id: doc._id })
  }
}

async function rewriteLetters(db: Database): Promise<void> {
  // driver: reads and writes one member of many letters, before the process serves requests
  const { deadLetters } = db.driver
  for await (const { _id, tagKey: spelled } of deadLetters.find(
    { tagKey: { $exists: true } },
    { projection: { tagKey: 1 } },
  )) {
    if (spelled === undefined || keyOf(spelled) === spelled) continue
    await deadLetters.updateOne({ _id, tagKey: spelled }, { $set: { tagKey: keyOf(spelled) } })
  }
}
