import type { PendingNotification, StoredLocation } from '@wardtrack/database'
import type { CachedAsset, StoreUpdate } from '@wardtrack/ingestion'
import {
  type ActiveRules,
  type AssetRuleState,
  beginRuleStep,
  isSameValue,
  pushRaised,
  type RuleEvaluation,
  type RuleStep,
  type RuleValue,
  ruleUpdate,
  type WatchedPaths,
} from '@wardtrack/rules'

/** Positions of one asset that are about to be written. */
export type NextPositions = {
  asset: CachedAsset
  positions: readonly { location: StoredLocation }[]
}

/** The rules that evaluate places, for the assets of one write. */
export type PlaceRules = {
  /** loads the states of assets whose changes affect rules; must be called before their steps begin */
  prepare(assets: readonly NextPositions[]): Promise<void>
  /** begins the evaluation of an asset's positions; undefined when no rule evaluates its place */
  begin(asset: CachedAsset, location: StoredLocation | undefined): PlaceStep | undefined
  /** reads the states of assets again after a conflicting write */
  reload(assets: readonly CachedAsset[]): Promise<void>
}

/** Rule evaluation of one asset from one place to the next. */
export type PlaceStep = {
  move(location: StoredLocation): void
  readonly raised: readonly PendingNotification[]
  /** adds the members that rules need to the write of the place */
  extend(update: StoreUpdate): StoreUpdate
  /** updates the cache after the write */
  commit(): void
}

const NO_RULES: PlaceRules = {
  prepare: async () => undefined,
  begin: () => undefined,
  reload: async () => undefined,
}
const NONE_RAISED: readonly PendingNotification[] = []

/**
 * Returns the rule states needed for the assets whose places are to be written. The place values before and after a
 * write are exact, because the write requires an unchanged `PlaceRev`. Other values of the asset matter only when a
 * condition flips. Then they are read, and the write requires that none of them flipped. Most positions change no
 * evaluated value and only cost a comparison.
 */
export async function readPlaceRules(evaluation: RuleEvaluation): Promise<PlaceRules> {
  const rules = await evaluation.rules.read()
  if (!rules) return NO_RULES
  const states = new Map<CachedAsset, AssetRuleState>()
  const note = (unread: readonly CachedAsset[], read: readonly (AssetRuleState | undefined)[]): void =>
    unread.forEach((asset, index) => {
      const state = read[index]
      if (state) states.set(asset, state)
    })
  const needsState = ({ asset, positions }: NextPositions): boolean => {
    const watched = rules.watched(asset.AssetType)
    return watched?.isJoined === true && !states.has(asset) && changesPlace(watched, asset, positions)
  }
  return {
    prepare: async (assets) => {
      const unread = assets.filter(needsState).map(({ asset }) => asset)
      if (unread.length > 0) note(unread, await evaluation.states.read(rules, unread))
    },
    begin: (asset, location) => {
      const watched = rules.watched(asset.AssetType)
      if (!watched || watched.places.length === 0) return undefined
      const noteState = (state: AssetRuleState): void => {
        states.set(asset, state)
        evaluation.states.note(rules, asset, state)
      }
      return beginPlaceStep({ rules, watched, asset, state: states.get(asset), noteState }, location)
    },
    reload: async (moved) => {
      const movedWithState = moved.filter((asset) => states.has(asset))
      if (movedWithState.length > 0)
        note(movedWithState, await evaluation.states.reload(rules, movedWithState))
    },
  }
}

const valuesAt = ({ placeReaders }: WatchedPaths, location: StoredLocation | undefined): RuleValue[] =>
  placeReaders.map((read) => read(location))

const areSame = (values: readonly RuleValue[], otherValues: readonly RuleValue[]): boolean =>
  values.every((value, index) => isSameValue(value, otherValues[index]))

function changesPlace(watched: WatchedPaths, { place }: CachedAsset, positions: NextPositions['positions']) {
  const before = valuesAt(watched, place.location)
  return positions.some(({ location }) => !areSame(valuesAt(watched, location), before))
}

type Watching = {
  rules: ActiveRules
  watched: WatchedPaths
  asset: CachedAsset
  /** undefined when no rule evaluates both a place and another value */
  state: AssetRuleState | undefined
  noteState: (state: AssetRuleState) => void
}

function beginPlaceStep(watching: Watching, location: StoredLocation | undefined): PlaceStep {
  const { rules, watched, asset, state } = watching
  let values = valuesAt(watched, location)
  let started: { before: AssetRuleState; step: RuleStep } | undefined
  const named = (found: readonly RuleValue[]): [string, RuleValue][] =>
    watched.places.map((path, index) => [path, found[index]])
  const begin = (): NonNullable<typeof started> => {
    // The cached state may hold an older place, so the place values override it.
    const before = { rev: state?.rev ?? 0, values: new Map([...(state?.values ?? []), ...named(values)]) }
    return { before, step: beginRuleStep(rules, asset, before) }
  }
  return {
    move: (moved) => {
      const after = valuesAt(watched, moved)
      if (areSame(after, values)) return
      started ??= begin()
      started.step.change(named(after), moved.time)
      values = after
    },
    get raised() {
      return started?.step.raised ?? NONE_RAISED
    },
    extend: (update) => (started ? withStep(update, started, state !== undefined) : update),
    commit: () => {
      if (started && state) watching.noteState(started.step.after())
    },
  }
}

/** @param isJoined true if a rule also evaluates other values, which must not have flipped since they were read */
function withStep(
  { q, u }: StoreUpdate,
  { before, step }: { before: AssetRuleState; step: RuleStep },
  isJoined: boolean,
): StoreUpdate {
  if (!step.flipped) return { q, u }
  const push = { ...(u['$push'] as object | undefined), ...pushRaised(step.raised) }
  const withPush = Object.keys(push).length > 0 ? { ...u, $push: push } : u
  if (!isJoined) return { q, u: withPush }
  const { condition, $set } = ruleUpdate(before, step)
  return { q: { ...q, ...condition }, u: { ...withPush, $set: { ...(u['$set'] as object), ...$set } } }
}
