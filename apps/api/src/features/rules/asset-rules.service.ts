import { type Actor, type SessionActor, sessionOf } from '@wardtrack/access'
import { type AssetRule, type calls, messages } from '@wardtrack/contracts'
import type { AssetRuleDoc, RuleScalar } from '@wardtrack/database'
import type { MetadataMapping } from '@wardtrack/ingestion'
import { mayKnowType } from '@wardtrack/patient-rule'
import { assetRuleFields } from '@wardtrack/rules'
import { type Handler, invalidMember, notFound } from '@wardtrack/service-kit'
import { findAssetRules, removeAssetRule, storeAssetRule } from './asset-rules.store.ts'
import { publishRuleChange, type RuleParts } from './notification-rules.service.ts'
import { readRuleCondition } from './read-rule-condition.ts'

type AssetRuleService = {
  set: Handler<Actor, typeof calls.setRule>
  list: Handler<Actor, typeof calls.getRule>
  remove: Handler<Actor, typeof calls.removeRule>
}

/** Creates the service that reads and changes asset rules. */
export function createAssetRuleService(parts: RuleParts): AssetRuleService {
  const { db, metadata, limits } = parts
  return {
    set: async ({ body }, { actor, target }) => {
      const [AssetType = '', sent] = Object.entries(body)[0] ?? []
      const mapping = (await metadata.read()).types
      if (!sent || !mayNameType(mapping, sessionOf(actor), AssetType))
        throw invalidMember('', messages.assetTypeUnknown)
      const ruleCondition = checkCondition(sent.ruleCondition, mapping[AssetType] ?? {}, AssetType)
      const rule = await storeAssetRule(db, { ...sent, ruleCondition, AssetType }, limits)
      target('asset-rule', rule._id)
      publishRuleChange(parts, [AssetType])
      return { err: 0 as const, message: messages.assetRuleSaved, [AssetType]: ruleAnswer(rule) }
    },
    list: async (_input, { actor }) => {
      const viewer = sessionOf(actor)
      const answer: Record<string, AssetRule[]> = {}
      for (const rule of await findAssetRules(db)) {
        if (!mayKnowType(viewer, rule.AssetType)) continue
        const list = answer[rule.AssetType] ?? []
        answer[rule.AssetType] = list
        list.push(ruleAnswer(rule))
      }
      return answer
    },
    remove: async ({ body }, { actor, target }) => {
      const { AssetType, ruleName } = body
      if (!mayKnowType(sessionOf(actor), AssetType)) throw notFound()
      target('asset-rule', await removeAssetRule(db, AssetType, ruleName))
      publishRuleChange(parts, [AssetType])
      return { err: 0 as const, message: messages.assetRuleRemoved }
    },
  }
}

const mayNameType = (mapping: MetadataMapping, viewer: SessionActor, assetType: string): boolean =>
  Object.hasOwn(mapping, assetType) && mayKnowType(viewer, assetType)

/** @throws ApiError 400 for a field that rules cannot use, an invalid value, or no condition */
function checkCondition(
  sent: Record<string, unknown>,
  entries: MetadataMapping[string],
  assetType: string,
): Record<string, RuleScalar | RuleScalar[]> {
  const pathPrefix = `${assetType}.ruleCondition`
  const condition = readRuleCondition(sent, assetRuleFields(entries), pathPrefix)
  if (Object.keys(condition).length === 0) throw invalidMember(pathPrefix, messages.ruleConditionNeeded)
  return condition
}

const ruleAnswer = ({ ruleName, status, ruleCondition }: AssetRuleDoc): AssetRule => ({
  ruleName,
  status,
  ruleCondition,
})
