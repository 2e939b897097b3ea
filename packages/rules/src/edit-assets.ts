import { type AssetDoc, type Database, type Types, trusted } from '@wardtrack/database'
import { updateEach } from '@wardtrack/ingestion'
import { documentRuleUpdate, type MemberChanges, withRules } from './document-update.ts'
import type { RuleEvaluation } from './rule-evaluation.ts'

/** An edit of an asset. `seen`: members as they were read, which must still be stored unchanged. */
export type AssetEdit = { seen?: Record<string, unknown>; changes: MemberChanges }

/**
 * Returns the edit for a stored asset; undefined when nothing changes. It is called again after a conflicting write,
 * and must then skip an asset that it has already changed.
 */
export type EditAsset = (asset: AssetDoc) => AssetEdit | undefined

/**
 * Maximum number of conflicts with other writers before the edit fails. This many writers may edit one asset at the
 * same time.
 */
const MAX_CONFLICTS = 50

/**
 * Edits assets. Notifications are part of the same write. The write is conditional: no other write may have changed
 * the members that were read or the asset's rule state.
 * @throws every error of the store, including a duplicate key
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
    // Announcing assets whose write failed is harmless: they hold no new notification.
    evaluation.announce(writes.filter(({ raises }) => raises).map(({ _id }) => _id))
    if (found === writes.length) return
    remaining = writes.map(({ _id }) => _id)
  }
  throw new Error('assets change too fast to be written')
}
