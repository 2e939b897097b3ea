import type { PendingNotification, StoredLocation } from '@wardtrack/database'
import type { CachedAsset, StoreUpdate } from '@wardtrack/ingestion'
import {
  type ActiveRules,
  type AssetRuleState,
  beginRuleStep,
  placeValueAt,
  pushRaised,
  type RuleEvaluation,
  type RuleStep,
  type RuleValue,
  ruleUpdate,
} from '@wardtrack/rules'

/** The rules that look at places, for the assets of one write. */
export type PlaceRules = {
  /** begins the evaluation of an asset's positions; undefined when no rule looks at its place */
  begin(asset: CachedAsset, location: StoredLocation | undefined): PlaceStep | undefined
  /** reads anew what is known of assets, after their write met another one */
  reload(assets: readonly CachedAsset[]): Promise<void>
}

/** One asset under the rules, from one place to the next. */
export type PlaceStep = {
  move(location: StoredLocation): void
  readonly raised: readonly PendingNotification[]
  /** adds to the write of the place what the rules need of it */
  extend(update: StoreUpdate): StoreUpdate
  /** notes that the write was made */
  commit(): void
}

const NO_RULES: PlaceRules = { begin: () => undefined, reload: async () => undefined }

/**
 * Makes ready what rules need to know of the assets whose places are to be written. A rule over the place alone is held
 * by the count of the place's writes; one that looks at other values as well needs their state, and the count of flips.
 */
export async function readPlaceRules(
  evaluation: RuleEvaluation,
  assets: readonly CachedAsset[],
): Promise<PlaceRules> {
  const rules = await evaluation.rules.read()
  if (!rules) return NO_RULES
  const isJoined = ({ AssetType }: CachedAsset): boolean => rules.watched(AssetType)?.isJoined === true
  const joined = assets.filter(isJoined)
  const states = new Map<CachedAsset, AssetRuleState>()
  const note = (asked: readonly CachedAsset[], read: readonly (AssetRuleState | undefined)[]): void =>
    asked.forEach((asset, index) => {
      const state = read[index]
      if (state) states.set(asset, state)
    })
  if (joined.length > 0) note(joined, await evaluation.states.read(rules, joined))
  return {
    begin: (asset, location) => {
      const places = rules.watched(asset.AssetType)?.places ?? []
      if (places.length === 0) return undefined
      const state = states.get(asset)
      const step = beginPlaceStep({ rules, places }, asset, location, state)
      const commit = (): void => {
        if (!state) return
        const after = step.after()
        if (after === state) return
        states.set(asset, after)
        evaluation.states.note(rules, asset, after)
      }
      return { ...step, commit }
    },
    reload: async (moved) => {
      const again = moved.filter(isJoined)
      if (again.length > 0) note(again, await evaluation.states.reload(rules, again))
    },
  }
}

/** The state of an asset where it is now: what was noted may be of a place before. */
function stateAt(
  location: StoredLocation | undefined,
  places: readonly string[],
  state: AssetRuleState | undefined,
): AssetRuleState {
  const known = places.map((path): [string, RuleValue] => [path, placeValueAt(location, path)])
  if (state && known.every(([path, value]) => state.values.get(path) === value)) return state
  return { rev: state?.rev ?? 0, values: new Map([...(state?.values ?? []), ...known]) }
}

type Watching = { rules: ActiveRules; places: readonly string[] }

function beginPlaceStep(
  { rules, places }: Watching,
  asset: CachedAsset,
  location: StoredLocation | undefined,
  state: AssetRuleState | undefined,
): Omit<PlaceStep, 'commit'> & { after(): AssetRuleState } {
  const before = stateAt(location, places, state)
  const step: RuleStep = beginRuleStep(rules, asset, before)
  return {
    move: (moved) =>
      step.change(
        places.map((path) => [path, placeValueAt(moved, path)]),
        moved.time,
      ),
    raised: step.raised,
    extend: ({ q, u }) => {
      const push = { ...(u['$push'] as object | undefined), ...pushRaised(step.raised) }
      const withPush = Object.keys(push).length > 0 ? { ...u, $push: push } : u
      if (!state) return { q, u: withPush }
      const { condition, $set } = ruleUpdate(before, step)
      return { q: { ...q, ...condition }, u: { ...withPush, $set: { ...(u['$set'] as object), ...$set } } }
    },
    after: step.after,
  }
}
