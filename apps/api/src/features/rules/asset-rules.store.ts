import {
  type AssetRuleDoc,
  assetRuleId,
  type Database,
  isDuplicateKey,
  type StorageLimits,
} from '@wardtrack/database'
import { notFound } from '@wardtrack/service-kit'
import { checkRuleRoom } from './notification-rules.store.ts'

/** Finds every asset rule, by type and name. The number of stored rules is limited. */
export const findAssetRules = async (db: Database): Promise<AssetRuleDoc[]> =>
  db.models.assetRules.find({}).sort({ AssetType: 1, ruleName: 1 })

/**
 * Stores a rule. A rule with a new name is always switched off. A known name replaces the rule, and `status` applies.
 * @throws ApiError 409 when the maximum number of rules is reached
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
    // Another request has just created a rule with this name; this one replaces it.
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
