import { type AssetDoc, type Database, type Types, trusted } from '@wardtrack/database'
import type { CacheMode } from '@wardtrack/service-kit'
import { decryptedStates, encryptedStates, hasEncryptedStates, type StateField } from './state-fields.ts'
import { createSummaryMarks, END_OF_TIME } from './summary-marks.ts'

type AssetStates = Pick<AssetDoc, '_id' | 'AssetType' | 'Stretches' | 'FieldTimes'>

/** Assets in one page, and stretches that one statement deletes. */
const ASSETS = 200
const STRETCHES = 1_000

/**
 * Removes the stretches of encrypted states. Stretches are counted and searched by value, which encryption prevents,
 * and the times of changes reveal much about a state with four values.
 * @returns number of documents deleted or changed
 */
export async function removeEncryptedStretches(db: Database): Promise<number> {
  const rules = await db.sealing.rules()
  if (!hasEncryptedStates(rules)) return 0
  let changed = 0
  for await (const page of assetPages(db)) {
    const byFields = new Map<string, { fields: StateField[]; assets: AssetStates[] }>()
    for (const asset of page) {
      const fields = encryptedStates(rules, asset.AssetType)
      if (fields.length === 0) continue
      const group = byFields.get(fields.join()) ?? { fields, assets: [] }
      group.assets.push(asset)
      byFields.set(fields.join(), group)
    }
    for (const { fields, assets } of byFields.values())
      changed += (await forgetStretches(db, fields, assets)) + (await deleteStretches(db, fields, assets))
  }
  return changed
}

/** Removes the current stretches from assets, so that nothing is added to them. */
async function forgetStretches(
  db: Database,
  fields: readonly StateField[],
  assets: readonly AssetStates[],
): Promise<number> {
  const updates = assets.flatMap(({ _id, Stretches }) => {
    const names = fields.filter((field) => Stretches?.[field] !== undefined)
    if (names.length === 0) return []
    const $unset = Object.fromEntries(names.map((field) => [`Stretches.${field}`, '' as const]))
    return [{ updateOne: { filter: { _id }, update: { $unset } } }]
  })
  // driver: members of a map, which a model would treat as members of a document
  if (updates.length > 0) await db.driver.assets.bulkWrite(updates, { ordered: false })
  return updates.length
}

async function deleteStretches(
  { models }: Database,
  fields: readonly StateField[],
  assets: readonly AssetStates[],
): Promise<number> {
  const filter = {
    asset: trusted({ $in: assets.map(({ _id }) => _id) }),
    field: trusted({ $in: [...fields] }),
  }
  let deleted = 0
  for (;;) {
    const page = await models.stateStretches.find(filter).select({ _id: 1 }).limit(STRETCHES)
    if (page.length === 0) return deleted
    await models.stateStretches.deleteMany({ _id: trusted({ $in: page.map(({ _id }) => _id) }) })
    deleted += page.length
  }
}

/**
 * Marks assets with a state that is no longer encrypted, so that its stretches are computed from history. Call it
 * while the rules still say what was encrypted.
 */
export async function markDecryptedStates(db: Database, cacheMode: CacheMode): Promise<void> {
  const rules = await db.sealing.rules()
  const summaryMarks = createSummaryMarks({ db, cacheMode }, 'StretchesDue')
  for await (const page of assetPages(db)) {
    const due = page.filter(({ AssetType, FieldTimes }) =>
      decryptedStates(rules, AssetType).some((field) => FieldTimes[field] !== undefined),
    )
    await summaryMarks.add(due.map(({ _id: asset }) => ({ asset, from: new Date(0), until: END_OF_TIME })))
  }
}

async function* assetPages(db: Database): AsyncGenerator<AssetStates[]> {
  let after: Types.ObjectId | undefined
  for (;;) {
    // driver: reads all assets, with few members each
    const page: AssetStates[] = await db.driver.assets
      .find(after ? { _id: { $gt: after } } : {}, {
        projection: { AssetType: 1, Stretches: 1, FieldTimes: 1 },
      })
      .sort({ _id: 1 })
      .limit(ASSETS)
      .toArray()
    if (page.length === 0) return
    yield page
    after = page.at(-1)?._id
  }
}
