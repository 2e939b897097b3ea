import { type Database, DURABLE_READ, type Types } from '@wardtrack/database'
import { boundedCache } from '@wardtrack/service-kit'
import { valueAt } from './asset-values.ts'
import type { RuleValue } from './rule.types.ts'
import type { ActiveRules } from './rule-cache.ts'
import type { AssetRuleState } from './rule-step.ts'

/** An asset whose rule state is requested. */
export type StateOf = { readonly _id: Types.ObjectId; readonly AssetType: string }

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
export function createRuleStates(db: Database): RuleStates {
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
