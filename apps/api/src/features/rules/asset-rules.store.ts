import {
  type AssetRuleDoc,
  assetRuleId,
  type Database,
  isDuplicateKey,
  type StorageLimits,
} from '@wardtrack/database'
import { notFound } from '@wardtrack/service-kit'
import { checkRuleRoom } from './notification-rules.store.ts'

/** Every asset rule, by type and name. As many as are stored is bounded. */
export const findAssetRules = async (db: Database): Promise<AssetRuleDoc[]> =>
  db.models.assetRules.find({}).sort({ AssetType: 1, ruleName: 1 })

/**
 * Stores a rule. One of a new name is switched off, whatever is sent; the same name replaces, and then `status` counts.
 * @throws ApiError 409 as many rules as may be
 */
export async function storeAssetRule(
  db: Database,
  rule: Pick<AssetRuleDoc, 'AssetType' | 'ruleName' | 'status' | 'ruleCondition'>,
  limits: Pick<StorageLimits, 'rules'>,
): Promise<AssetRuleDoc> {
  const _id = assetRuleId(rule.AssetType, rule.ruleName)
  const now = new Date()
  const { ruleName, status, ruleCondition, AssetType } = rule
  const replaced = await db.models.assetRules.findOneAndUpdate(
    { _id },
    { $set: { ruleName, status, ruleCondition, updatedAt: now } },
  )
  if (replaced) return replaced
  await checkRuleRoom(db, limits)
  const added: AssetRuleDoc = {
    _id,
    AssetType,
    ruleName,
    status: false,
    ruleCondition,
    createdAt: now,
    updatedAt: now,
  }
  try {
    await db.models.assetRules.create(added)
    return added
  } catch (error) {
    // Somebody else was faster with this name: theirs is the new one, and this replaces it.
    if (!isDuplicateKey(error)) throw error
    return storeAssetRule(db, rule, limits)
  }
}

/** Removes a rule. @returns its id; @throws ApiError 404 */
export async function removeAssetRule(db: Database, assetType: string, ruleName: string): Promise<string> {
  const _id = assetRuleId(assetType, ruleName)
  const { deletedCount } = await db.models.assetRules.deleteOne({ _id })
  if (deletedCount === 0) throw notFound()
  return _id
}
