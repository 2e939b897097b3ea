import type { AssetRuleDoc, NotificationRuleDoc } from '@wardtrack/database'
import type { MetadataMapping } from '@wardtrack/ingestion'
import { rankOf } from './compare-values.ts'
import type { OptionOrders, RuleCondition, RuleDefinition } from './rule.types.ts'
import { anyOf, assetRuleFields, notificationField, optionOrder, type RuleField } from './rule-fields.ts'

/** Reads a stored notification rule; undefined when the mapping no longer has the field. */
export function notificationRuleDefinition(
  doc: NotificationRuleDoc,
  mapping: MetadataMapping,
): RuleDefinition | undefined {
  const { NotificationAssetType: assetType, Name: name, Priority: priority } = doc
  const field = notificationField(mapping, assetType, doc.NotificationField)
  const condition = field && notificationCondition(doc, field)
  if (!condition) return undefined
  return { id: doc._id.toHexString(), kind: 'rule', name, priority, assetType, conditions: [condition] }
}

function notificationCondition(
  { operator, values }: NotificationRuleDoc,
  { path, entry }: Required<Pick<RuleField, 'path' | 'entry'>>,
): RuleCondition | undefined {
  if (operator === 'Equals' || operator === 'One Or More Of')
    return { path, operator: 'any-of', texts: values, absent: false }
  const limit = rankOf(values[0] ?? '', optionOrder(entry))
  if (limit === undefined) return undefined
  return { path, operator: operator === 'Less Than' ? 'less-than' : 'greater-than', limit }
}

/** Reads a stored asset rule; undefined when the mapping no longer has one of its fields. */
export function assetRuleDefinition(doc: AssetRuleDoc, mapping: MetadataMapping): RuleDefinition | undefined {
  const { _id, AssetType: assetType, ruleName: name } = doc
  const entries = Object.hasOwn(mapping, assetType) ? mapping[assetType] : undefined
  if (!entries) return undefined
  const fields = assetRuleFields(entries)
  const conditions: RuleCondition[] = []
  for (const [key, value] of Object.entries(doc.ruleCondition)) {
    const field = fields.get(key)
    if (!field) return undefined
    conditions.push(anyOf(field.path, Array.isArray(value) ? value : [value]))
  }
  if (conditions.length === 0) return undefined
  return { id: _id, kind: 'asset-rule', name, priority: 'Medium', assetType, conditions }
}

/** Returns the option orders of all fields with options. */
export const optionOrders = (mapping: MetadataMapping): OptionOrders =>
  new Map(
    Object.entries(mapping).map(([assetType, entries]) => {
      const orders = Object.values(entries).flatMap((entry) => {
        const order = optionOrder(entry)
        return order ? [[entry.Model, order] as const] : []
      })
      return [assetType, new Map(orders)]
    }),
  )
