import type { Database } from '@wardtrack/database'
import { type StoreUpdate, updateEach } from '@wardtrack/ingestion'
import {
  type ActiveRules,
  type AssetRuleState,
  beginRuleStep,
  type RuleEvaluation,
  type RuleStep,
  type RuleValue,
  ruleUpdate,
  valueAt,
} from '@wardtrack/rules'
import { type FieldChanges, isNewerState, type StateEvent, toStoreUpdate } from './field-changes.ts'
import {
  type AssetEvents,
  commitWrites,
  groupByAsset,
  MAX_CONFLICTS,
  partitionWritten,
  type StateWrite,
} from './stored-states.ts'
import { commitStretches, noteStretches, type StateReport, withStretches } from './stretch-notes.ts'

/** A write of states that rules evaluate. */
type StateStep = StateWrite & { state: AssetRuleState; step: RuleStep }

/** Separates the events of assets with a value that rules evaluate from the others. */
export function partitionWatched(
  events: readonly StateEvent[],
  rules: ActiveRules,
): { watched: StateEvent[]; unwatched: StateEvent[] } {
  const watchedAssets = new Set(events.flatMap((event) => (isWatched(rules, event) ? [event.asset] : [])))
  return {
    watched: events.filter(({ asset }) => watchedAssets.has(asset)),
    unwatched: events.filter(({ asset }) => !watchedAssets.has(asset)),
  }
}

/** Returns true if rules evaluate a field of an event. */
function isWatched(rules: ActiveRules, { asset, content }: StateEvent): boolean {
  const byField = rules.watched(asset.AssetType)?.byField
  return byField !== undefined && Object.keys(content.fields).some((name) => byField.has(name))
}

/**
 * Writes states that rules evaluate. Events are evaluated in order of time, and notifications are part of the same
 * write. The write requires that no other write changed the asset's rule state or stretches. After a conflict the
 * asset is read again, and events that are still newer are evaluated again.
 * @param report receives the results, even when this function rejects
 */
export async function writeWatched(
  { db, evaluation, now }: { db: Database; evaluation: RuleEvaluation; now: number },
  rules: ActiveRules,
  events: readonly StateEvent[],
  report: StateReport,
): Promise<void> {
  const noteOptions = { now, rules: await db.sealing.rules() }
  let remaining = groupByAsset(events)
  let states = await evaluation.states.read(
    rules,
    remaining.map(({ asset }) => asset),
  )
  for (let conflicts = 0; remaining.length > 0; conflicts += 1) {
    if (conflicts === MAX_CONFLICTS) throw new Error('states of assets change too fast to be written')
    const steps = remaining.flatMap((assetEvents, index): StateStep[] => {
      const state = states[index]
      const notes = noteStretches(assetEvents.asset, assetEvents.events, noteOptions)
      const next = state && nextStep(rules, assetEvents, state, now)
      if (next) return [{ ...next, assetEvents, notes, state }]
      commitStretches(notes, report)
      return []
    })
    const found = await updateEach(
      db,
      'assets',
      steps.map((step) => withStretches(stepUpdate(step, now), step.notes)),
    )
    if (found === steps.length) {
      commitWrites(steps, now, report)
      for (const { change, step } of steps) evaluation.states.note(rules, change.asset, step.after())
      announceRaised(evaluation, steps)
      return
    }
    const { written, unwritten } = await partitionWritten(db, steps)
    commitWrites(written, now, report)
    announceRaised(evaluation, written)
    remaining = unwritten.map(({ assetEvents }) => assetEvents)
    await evaluation.states.reload(
      rules,
      steps.map(({ change }) => change.asset),
    )
    states = await evaluation.states.read(
      rules,
      remaining.map(({ asset }) => asset),
    )
  }
}

/** Returns the next write of an asset; undefined when none of its events is newer than the known state. */
function nextStep(
  rules: ActiveRules,
  { asset, events }: AssetEvents,
  state: AssetRuleState,
  now: number,
): Pick<StateStep, 'change' | 'step'> | undefined {
  const step = beginRuleStep(rules, asset, state)
  const byField = rules.watched(asset.AssetType)?.byField
  const fields: FieldChanges['fields'] = new Map()
  for (const event of events) {
    const { content, time, untimed } = event
    const newer = Object.entries(content.fields).filter(([name]) => {
      const known = fields.get(name)
      return isNewerState(asset, name, event, now) && !(known && known.time >= time)
    })
    if (newer.length === 0) continue
    for (const [name, value] of newer) fields.set(name, { value, time, untimed })
    const after = { Fields: Object.fromEntries(newer) }
    const changed = newer
      .flatMap(([name]) => byField?.get(name) ?? [])
      .map((path): [string, RuleValue] => [path, valueAt(after, path)])
    step.change(changed, time)
  }
  return fields.size > 0 ? { change: { asset, fields }, step } : undefined
}

function stepUpdate({ change, state, step }: StateStep, now: number): StoreUpdate {
  const { q, u } = toStoreUpdate(change.asset, change.fields, now)
  const { condition, $set, $push } = ruleUpdate(state, step)
  return {
    q: { ...q, ...condition },
    u: { $set: { ...(u['$set'] as object), ...$set }, ...(Object.keys($push).length > 0 ? { $push } : {}) },
  }
}

const announceRaised = (evaluation: RuleEvaluation, steps: readonly StateStep[]): void =>
  evaluation.announce(steps.flatMap(({ change, step }) => (step.raised.length > 0 ? [change.asset._id] : [])))
