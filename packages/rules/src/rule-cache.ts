import { hash } from 'node:crypto'
import type { ServiceParts } from '@wardtrack/access'
import type { AssetRuleDoc, NotificationRuleDoc } from '@wardtrack/database'
import type { MetadataMapping } from '@wardtrack/ingestion'
import { type CachedValue, cachedValue } from '@wardtrack/service-kit'
import { assetRuleDefinition, notificationRuleDefinition, optionOrders } from './read-definitions.ts'
import type { RuleDefinition } from './rule.types.ts'
import { createRuleSet, type RuleSet } from './rule-set.ts'

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
