import { hash } from 'node:crypto'
import type { ServiceParts } from '@wardtrack/access'
import type { AssetRuleDoc, NotificationRuleDoc } from '@wardtrack/database'
import type { MetadataMapping } from '@wardtrack/ingestion'
import { type CachedValue, cachedValue } from '@wardtrack/service-kit'
import { rankOf } from './compare-values.ts'
import type { OptionOrders, RuleCondition, RuleDefinition } from './rule.types.ts'
import { anyOf, assetRuleFields, notificationField, optionOrder, type RuleField } from './rule-fields.ts'
import { createRuleSet, type RuleSet } from './rule-set.ts'

/** Reads a stored notification rule; undefined when the mapping no longer has the field. */
function notificationRuleDefinition(
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
function assetRuleDefinition(doc: AssetRuleDoc, mapping: MetadataMapping): RuleDefinition | undefined {
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
const optionOrders = (mapping: MetadataMapping): OptionOrders =>
  new Map(
    Object.entries(mapping).map(([assetType, entries]) => {
      const orders = Object.values(entries).flatMap((entry) => {
        const order = optionOrder(entry)
        return order ? [[entry.Model, order] as const] : []
      })
      return [assetType, new Map(orders)]
    }),
  )

/** The enabled rules, with field names and encryption for their notifications. */
export type ActiveRules = RuleSet & {
  /** true when a value, or a part of it, is encrypted at rest and must not be stored elsewhere */
  isEncrypted(assetType: string, path: string): boolean
  /** the metadata name of a path, or else the path itself */
  fieldName(assetType: string, path: string): string
}

/** Caches the rules of a process in memory; undefined while none is enabled. */
export type RuleCache = CachedValue<ActiveRules | undefined>

const RELEVANT_CONFIG: ReadonlySet<string> = new Set(['rules', 'metadata', 'settings'])

/** Creates the cache. A rule changed through this process takes effect immediately. */
export function createRuleCache(parts: Pick<ServiceParts, 'db' | 'bus' | 'cacheMode'>): RuleCache {
  let last: { fingerprint: string; rules: ActiveRules | undefined } | undefined
  return cachedValue(parts, {
    load: async () => {
      const stored = await readStored(parts)
      if (!stored) return undefined
      const fingerprint = hash('sha256', JSON.stringify(stored))
      // Unchanged rules keep their object, so the known asset states stay valid.
      if (last?.fingerprint !== fingerprint) last = { fingerprint, rules: await compile(parts, stored) }
      return last.rules
    },
    invalidateOn: { 'config.changed': ({ what }) => RELEVANT_CONFIG.has(what) },
  })
}

type StoredRules = {
  notificationRules: NotificationRuleDoc[]
  assetRules: AssetRuleDoc[]
  mapping: MetadataMapping
  encrypted: unknown
}

async function readStored({ db }: Pick<ServiceParts, 'db'>): Promise<StoredRules | undefined> {
  const [notificationRules, assetRules] = await Promise.all([
    db.models.notificationRules.find({ Enabled: true }),
    db.models.assetRules.find({ status: true }),
  ])
  if (notificationRules.length + assetRules.length === 0) return undefined
  const [metadata, encrypted] = await Promise.all([
    db.models.metadata.findOne({}),
    db.models.encryption.find({}),
  ])
  return { notificationRules, assetRules, mapping: metadata?.types ?? {}, encrypted }
}

async function compile(
  { db }: Pick<ServiceParts, 'db'>,
  { notificationRules, assetRules, mapping }: StoredRules,
): Promise<ActiveRules | undefined> {
  const definitions = [
    ...notificationRules.map((doc) => notificationRuleDefinition(doc, mapping)),
    ...assetRules.map((doc) => assetRuleDefinition(doc, mapping)),
  ].filter((definition): definition is RuleDefinition => definition !== undefined)
  if (definitions.length === 0) return undefined
  const encryption = await db.sealing.rules()
  const names = new Map(
    Object.entries(mapping).map(([assetType, entries]) => [
      assetType,
      new Map(Object.entries(entries).map(([name, { Model }]) => [Model, name])),
    ]),
  )
  return {
    ...createRuleSet(definitions, optionOrders(mapping)),
    isEncrypted: (assetType, path) =>
      encryption.isEncrypted(assetType, path) || encryption.hasEncryptedPart(assetType, path),
    fieldName: (assetType, path) => names.get(assetType)?.get(path) ?? path,
  }
}
