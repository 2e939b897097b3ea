import { type Actor, type SessionActor, sessionOf } from '@wardtrack/access'
import { type AssetRule, type calls, MAX_RULE_CONDITIONS, messages } from '@wardtrack/contracts'
import type { AssetRuleDoc, RuleScalar } from '@wardtrack/database'
import type { MetadataMapping } from '@wardtrack/ingestion'
import { mayKnowType } from '@wardtrack/patient-rule'
import { assetRuleFields, type RuleField } from '@wardtrack/rules'
import { type Handler, invalidMember, notFound } from '@wardtrack/service-kit'
import { invalidCriteria } from '../assets/index.ts'
import { findAssetRules, removeAssetRule, storeAssetRule } from './asset-rules.store.ts'
import { publishRuleChange, type RuleParts } from './notification-rules.service.ts'

const MAX_VALUES = 500
const MAX_TEXT = 200

/**
 * Reads the conditions of an asset rule; empty values are ignored, as in criteria.
 * @param pathPrefix path of the conditions in the body, for error messages
 * @throws ApiError 400 `invalid_criteria` naming the member as sent
 */
function readRuleCondition(
  sent: Readonly<Record<string, unknown>>,
  fields: ReadonlyMap<string, RuleField>,
  pathPrefix: string,
): Record<string, RuleScalar | RuleScalar[]> {
  const conditions = new Map<string, RuleScalar | RuleScalar[]>()
  for (const [key, value] of Object.entries(sent)) {
    const path = `${pathPrefix}.${key}`
    const field = fields.get(key)
    if (!field) throw invalidCriteria(path, messages.ruleFieldUnknown)
    const read = readValues(value, path)
    if (
      field.only &&
      read !== undefined &&
      ![read].flat().every((each) => field.only?.includes(String(each)))
    )
      throw invalidCriteria(path, messages.ruleInactive)
    if (read !== undefined) conditions.set(key, read)
  }
  if (conditions.size > MAX_RULE_CONDITIONS)
    throw invalidCriteria(pathPrefix, `At most ${MAX_RULE_CONDITIONS} conditions.`)
  return Object.fromEntries(conditions)
}

function readValues(value: unknown, path: string): RuleScalar | RuleScalar[] | undefined {
  if (!Array.isArray(value)) return isEmpty(value) ? undefined : readScalar(value, path)
  if (value.length > MAX_VALUES) throw invalidCriteria(path, `At most ${MAX_VALUES} values.`)
  const list = value.flatMap((element: unknown, index) =>
    isEmpty(element) ? [] : [readScalar(element, `${path}.${index}`)],
  )
  return list.length > 0 ? list : undefined
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

function readScalar(value: unknown, path: string): RuleScalar {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value
  if (typeof value !== 'string') throw invalidCriteria(path, 'Texts, numbers and booleans only.')
  if (value.length > MAX_TEXT) throw invalidCriteria(path, `At most ${MAX_TEXT} characters.`)
  return value
}

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
