import type { ServiceParts } from '@wardtrack/access'
import {
  type AssetDoc,
  type Database,
  DURABLE_READ,
  type PendingNotification,
  type Types,
  trusted,
} from '@wardtrack/database'
import { updateEach } from '@wardtrack/ingestion'
import { boundedCache } from '@wardtrack/service-kit'
import { type RuleSubject, valueAt } from './asset-values.ts'
import { isSameValue } from './compare-values.ts'
import type { RuleValue } from './rule.types.ts'
import { type ActiveRules, createRuleCache, type RuleCache } from './rule-cache.ts'
import { type AssetRuleState, beginRuleStep, type RuleUpdate, ruleUpdate, toPending } from './rule-step.ts'

/** An asset whose rule state is requested. */
type StateOf = { readonly _id: Types.ObjectId; readonly AssetType: string }

/** Cache of the assets' rule states in this process, so that an event needs no read. */
export type RuleStates = {
  /**
   * returns the states in the order of the assets, undefined for a deleted asset; unknown states are read in batches
   */
  read(rules: ActiveRules, assets: readonly StateOf[]): Promise<(AssetRuleState | undefined)[]>
  /** reads states again after a conflicting write */
  reload(rules: ActiveRules, assets: readonly StateOf[]): Promise<(AssetRuleState | undefined)[]>
  /** caches the state after a write */
  note(rules: ActiveRules, asset: StateOf, state: AssetRuleState): void
}

/** Maximum number of cached asset states. */
const MAX_STATES = 60_000
/** Assets per query. */
const PAGE = 2_000

/**
 * Creates the state cache of a process. A state is valid while its flip count is unchanged: each write that affects
 * rules requires that count. States read under other rules are discarded, because those rules may have evaluated
 * other paths.
 */
function createRuleStates(db: Database): RuleStates {
  const known = boundedCache<{ rules: ActiveRules; state: AssetRuleState }>(MAX_STATES)
  const keyOf = ({ _id }: StateOf): string => _id.toHexString()
  const find = (rules: ActiveRules, asset: StateOf): AssetRuleState | undefined => {
    const entry = known.get(keyOf(asset))
    return entry?.rules === rules ? entry.state : undefined
  }
  const load = async (rules: ActiveRules, assets: readonly StateOf[]): Promise<void> => {
    for (let from = 0; from < assets.length; from += PAGE) {
      const page = assets.slice(from, from + PAGE)
      for (const asset of page) known.delete(keyOf(asset))
      for (const [key, state] of await readPage(db, rules, page)) known.set(key, { rules, state })
    }
  }
  return {
    read: async (rules, assets) => {
      const states = assets.map((asset) => find(rules, asset))
      const missing = assets.filter((_, index) => !states[index])
      if (missing.length === 0) return states
      await load(rules, missing)
      return assets.map((asset, index) => states[index] ?? find(rules, asset))
    },
    reload: async (rules, assets) => {
      await load(rules, assets)
      return assets.map((asset) => find(rules, asset))
    },
    note: (rules, asset, state) => {
      const before = find(rules, asset)
      if (!before || before.rev <= state.rev) known.set(keyOf(asset), { rules, state })
    },
  }
}

async function readPage(
  db: Database,
  rules: ActiveRules,
  assets: readonly StateOf[],
): Promise<Map<string, AssetRuleState>> {
  const paths = [...new Set(assets.map(({ AssetType }) => AssetType))].flatMap((assetType) => {
    const watched = rules.watched(assetType)
    return watched ? [...watched.values, ...watched.places] : []
  })
  const projection = Object.fromEntries(
    withoutParts(['AssetType', 'Rules.rev', ...paths]).map((path) => [path, 1]),
  )
  // driver: events wait for this read, a hot path
  const docs = await db.driver.assets
    .find({ _id: { $in: assets.map(({ _id }) => _id) } }, { projection, ...DURABLE_READ })
    .toArray()
  return new Map(
    docs.map((doc) => {
      const watched = rules.watched(doc.AssetType)
      const values = new Map<string, RuleValue>()
      for (const path of [...(watched?.values ?? []), ...(watched?.places ?? [])])
        values.set(path, valueAt(doc, path))
      return [doc._id.toHexString(), { rev: doc.Rules?.rev ?? 0, values }]
    }),
  )
}

/** Removes paths whose prefix is also in the list, because a projection must not name both. */
function withoutParts(paths: readonly string[]): string[] {
  const distinct = [...new Set(paths)]
  return distinct.filter((path) => !distinct.some((whole) => path.startsWith(`${whole}.`)))
}

/** Members that a write sets and removes, by stored path. */
export type MemberChanges = { $set: Record<string, unknown>; $unset?: Record<string, unknown> }

/** Rule members that a write of an asset adds, and the notifications it raises. */
export type DocumentRuleUpdate = RuleUpdate & { raised: readonly PendingNotification[] }

/**
 * Returns the rule members for a write of an asset that was just read; undefined when no rule evaluates the changes.
 * @param doc the stored asset, including `Rules`
 */
export function documentRuleUpdate(
  rules: ActiveRules,
  doc: AssetDoc,
  changes: MemberChanges,
  now: Date,
): DocumentRuleUpdate | undefined {
  const watched = rules.watched(doc.AssetType)
  if (!watched) return undefined
  const after = subjectAfter(doc, changes)
  const changed = watched.values
    .map((path): [string, RuleValue] => [path, valueAt(after, path)])
    .filter(([path, value]) => !isSameValue(valueAt(doc, path), value))
  if (changed.length === 0) return undefined
  const values = new Map([...watched.values, ...watched.places].map((path) => [path, valueAt(doc, path)]))
  const state = { rev: doc.Rules?.rev ?? 0, values }
  // An inactive asset raises nothing; an asset activated by this write does.
  const active = after.AssetStatus === 'active'
  const step = beginRuleStep(rules, { AssetType: doc.AssetType, active }, state)
  step.change(changed, now)
  return { ...ruleUpdate(state, step), raised: step.raised }
}

/** Returns the notifications that a new asset raises. */
export const newAssetRaises = (rules: ActiveRules, doc: AssetDoc, now: Date): PendingNotification[] =>
  doc.AssetStatus === 'active'
    ? rules
        .evaluateNew(doc.AssetType, (path) => valueAt(doc, path))
        .map((fired) => toPending(rules, fired, now))
    : []

/** Adds the rule members to a write. */
export function withRules(
  { $set, $unset }: MemberChanges,
  update: RuleUpdate | undefined,
): Record<string, unknown> {
  return {
    $set: { ...$set, ...update?.$set },
    ...($unset && Object.keys($unset).length > 0 ? { $unset } : {}),
    ...(update && Object.keys(update.$push).length > 0 ? { $push: update.$push } : {}),
  }
}

/** Returns the asset fields that rules evaluate, as they are after a write. */
function subjectAfter(doc: AssetDoc, { $set, $unset = {} }: MemberChanges): RuleSubject {
  const { AssetId, AssetStatus, Fields, CustomTags, LocationTags, HomeLocation } = doc
  const after: RuleSubject = structuredClone({
    AssetId,
    AssetStatus,
    Fields,
    CustomTags,
    LocationTags,
    ...(HomeLocation ? { HomeLocation } : {}),
  })
  for (const [path, value] of Object.entries($set)) setMember(after, path.split('.'), value)
  for (const path of Object.keys($unset)) setMember(after, path.split('.'), undefined)
  return after
}

function setMember(target: object, [name = '', ...deeper]: readonly string[], value: unknown): void {
  if (deeper.length === 0) {
    Reflect.set(target, name, value)
    return
  }
  const present: unknown = Reflect.get(target, name)
  const nested = typeof present === 'object' && present !== null ? present : {}
  Reflect.set(target, name, nested)
  setMember(nested, deeper, value)
}

/** Rule evaluation of a process, used by every writer of assets. */
export type RuleEvaluation = {
  rules: RuleCache
  states: RuleStates
  /** announces, after the writes, that rules fired for these assets */
  announce(assets: readonly Types.ObjectId[]): void
  close(): void
}

/** Creates the rule evaluation; each service of a process has its own. */
export function createRuleEvaluation(parts: Pick<ServiceParts, 'db' | 'bus' | 'cacheMode'>): RuleEvaluation {
  const rules = createRuleCache(parts)
  return {
    rules,
    states: createRuleStates(parts.db),
    announce: (assets) => {
      if (assets.length > 0)
        parts.bus.publish('rules.fired', { assets: assets.map((_id) => _id.toHexString()) })
    },
    close: rules.close,
  }
}

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
