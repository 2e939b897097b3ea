import { type AssetDoc, type Database, type Types, trusted } from '@wardtrack/database'
import { updateEach } from '@wardtrack/ingestion'
import { documentRuleUpdate, type MemberChanges, withRules } from './document-update.ts'
import type { RuleEvaluation } from './rule-evaluation.ts'

/** What an edit writes to an asset. `seen`: members as they were read, which must still be stored so. */
export type AssetEdit = { seen?: Record<string, unknown>; changes: MemberChanges }

/**
 * Says what becomes of an asset as it is stored; undefined when there is nothing to change. It is asked again after
 * another writer was faster, and then has to say nothing of an asset that it changed already.
 */
export type EditAsset = (asset: AssetDoc) => AssetEdit | undefined

/** Conflicts with other writers after which something is wrong: as many may edit one asset at the same moment. */
const MAX_CONFLICTS = 50

/**
 * Edits assets: what fires stands in the same write, on condition that no other write changed what was read or what a
 * rule holds of the asset.
 * @throws what the store says, a duplicate key too
 */
export async function editAssets(
  db: Database,
  evaluation: RuleEvaluation,
  ids: readonly Types.ObjectId[],
  edit: EditAsset,
): Promise<void> {
  const rules = await evaluation.rules.read()
  let remaining = ids
  for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts += 1) {
    const assets = await db.models.assets.find({ _id: trusted({ $in: [...remaining] }) })
    const now = new Date()
    const writes = assets.flatMap((asset) => {
      const edited = edit(asset)
      if (!edited) return []
      const { seen, changes } = edited
      const update = rules && documentRuleUpdate(rules, asset, changes, now)
      const q = { _id: asset._id, ...seen, ...update?.condition }
      return [{ _id: asset._id, q, u: withRules(changes, update), raises: (update?.raised.length ?? 0) > 0 }]
    })
    const found = await updateEach(
      db,
      'assets',
      writes.map(({ q, u }) => ({ q, u })),
    )
    // Of those that were not written nothing is found.
    evaluation.announce(writes.filter(({ raises }) => raises).map(({ _id }) => _id))
    if (found === writes.length) return
    remaining = writes.map(({ _id }) => _id)
  }
  throw new Error('assets change too fast to be written')
}
