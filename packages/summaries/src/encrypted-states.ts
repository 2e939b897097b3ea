import { type AssetDoc, type Database, type Types, trusted } from '@wardtrack/database'
import type { CacheMode } from '@wardtrack/service-kit'
import { decryptedStates, encryptedStates, hasEncryptedStates, type StateField } from './state-fields.ts'
import { createSummaryMarks, END_OF_TIME } from './summary-marks.ts'

type AssetStates = Pick<AssetDoc, '_id' | 'AssetType' | 'Stretches' | 'FieldTimes'>

/** Assets that are looked at in one page, and stretches that are deleted in one statement. */
const ASSETS = 200
const STRETCHES = 1_000

/**
 * Takes away the stretches of states that are encrypted: what is counted and searched by its value cannot be sealed, and
 * when a value changed tells much of a state that has four.
 * @returns how many documents were deleted or changed
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

/** Takes what lasts now off assets, so that nothing is added to it. */
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
  // driver: members of a map, which a model takes for those of a document
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
 * Marks the assets of which a state was encrypted and is no longer: its stretches are worked out from history. To be
 * called while the rules still say what was encrypted.
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
    // driver: all assets are passed, of which few members are read
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
