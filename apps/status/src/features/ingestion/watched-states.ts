import type { AssetDoc, Database } from '@wardtrack/database'
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
import {
  commitChange,
  type FieldChanges,
  isNewerState,
  type StateEvent,
  toStoreUpdate,
} from './field-changes.ts'
import {
  commitStretches,
  marksOfConflict,
  type NotesByAsset,
  type StateReport,
  stretchNotesOf,
  withStretches,
} from './stretch-notes.ts'

/** Conflicts with other writers after which something is wrong. */
const MAX_CONFLICTS = 20

type WatchedAsset = { asset: FieldChanges['asset']; events: StateEvent[] }
type StateStep = { watched: WatchedAsset; change: FieldChanges; state: AssetRuleState; step: RuleStep }

/** Parts the events of assets of which some value is looked at by rules from the others. */
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

/** Whether rules look at a field that an event carries. */
function isWatched(rules: ActiveRules, { asset, content }: StateEvent): boolean {
  const byField = rules.watched(asset.AssetType)?.byField
  return byField !== undefined && Object.keys(content.fields).some((name) => byField.has(name))
}

/**
 * Writes the states of assets that rules look at: every event is evaluated in the order of time, and what fires stands
 * in the same write, on condition that no other write changed what a rule holds of the asset. Else what is stored is
 * read, and what is still newer is evaluated again.
 * @param report receives what became of them, also when this rejects
 */
export async function writeWatched(
  { db, evaluation, now }: { db: Database; evaluation: RuleEvaluation; now: number },
  rules: ActiveRules,
  events: readonly StateEvent[],
  report: StateReport,
): Promise<void> {
  const { current } = report
  // After another write came between, stretches are left to history.
  let notes: NotesByAsset | undefined = stretchNotesOf(events, {
    now,
    rules: await db.sealing.rules(),
  })
  let remaining = groupByAsset(events)
  let states = await evaluation.states.read(
    rules,
    remaining.map(({ asset }) => asset),
  )
  for (let conflicts = 0; remaining.length > 0; conflicts += 1) {
    if (conflicts === MAX_CONFLICTS) throw new Error('states of assets change too fast to be written')
    const steps = remaining.flatMap((watched, index) => {
      const state = states[index]
      const step = state && nextStep(rules, watched, state, now)
      return step ? [step] : []
    })
    if (steps.length === 0) {
      for (const noted of notes?.values() ?? []) commitStretches(noted.notes, report)
      return
    }
    const found = await updateEach(
      db,
      'assets',
      steps.map((step) => withStretches(stepUpdate(step, now), notes?.get(step.watched.asset))),
    )
    if (found === steps.length) {
      for (const noted of notes?.values() ?? []) commitStretches(noted.notes, report)
      for (const { watched, step } of steps) evaluation.states.note(rules, watched.asset, step.after())
      current.push(...steps.flatMap(({ change }) => commitChange(change, now)))
      announceRaised(evaluation, steps)
      return
    }
    if (notes)
      for (const noted of notes.values()) report.marks.push(...marksOfConflict(noted.notes, noted.events))
    notes = undefined
    const docs = await readTimes(db, steps)
    const written = steps.filter((step) => isWritten(step, docs))
    current.push(...written.flatMap(({ change }) => commitChange(change, now)))
    announceRaised(evaluation, written)
    learnTimes(steps, docs)
    remaining = steps.filter((step) => !written.includes(step)).map(({ watched }) => watched)
    states = await evaluation.states.reload(
      rules,
      remaining.map(({ asset }) => asset),
    )
  }
}

function groupByAsset(events: readonly StateEvent[]): WatchedAsset[] {
  const assets = new Map<StateEvent['asset'], WatchedAsset>()
  for (const event of events) {
    const watched = assets.get(event.asset)
    if (watched) watched.events.push(event)
    else assets.set(event.asset, { asset: event.asset, events: [event] })
  }
  for (const { events: ofAsset } of assets.values())
    ofAsset.sort((a, b) => a.time.getTime() - b.time.getTime())
  return [...assets.values()]
}

/** The next write of an asset; undefined when nothing of its events is newer than what is known. */
function nextStep(
  rules: ActiveRules,
  watched: WatchedAsset,
  state: AssetRuleState,
  now: number,
): StateStep | undefined {
  const { asset, events } = watched
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
  return fields.size > 0 ? { watched, change: { asset, fields }, state, step } : undefined
}

function stepUpdate({ change, state, step }: StateStep, now: number): StoreUpdate {
  const { q, u } = toStoreUpdate(change.asset, change.fields, now)
  const { condition, $set, $push } = ruleUpdate(state, step)
  return {
    q: { ...q, ...condition },
    u: { $set: { ...u.$set, ...$set }, ...(Object.keys($push).length > 0 ? { $push } : {}) },
  }
}

type StoredTimes = ReadonlyMap<string, Pick<AssetDoc, 'FieldTimes'>>

async function readTimes(db: Database, steps: readonly StateStep[]): Promise<StoredTimes> {
  const ids = steps.map(({ change }) => change.asset._id)
  // driver: part of each write of events, a hot path
  const docs = await db.driver.assets.find({ _id: { $in: ids } }, { projection: { FieldTimes: 1 } }).toArray()
  return new Map(docs.map((doc) => [doc._id.toHexString(), doc]))
}

/** Whether the store holds what a step was to write: by this write, or by that of the same event elsewhere. */
function isWritten({ change }: StateStep, docs: StoredTimes): boolean {
  const times = docs.get(change.asset._id.toHexString())?.FieldTimes ?? {}
  return [...change.fields].every(([name, { time }]) => times[name]?.getTime() === time.getTime())
}

/** Notes the times that other writers brought, so that what they outran is not written again. */
function learnTimes(steps: readonly StateStep[], docs: StoredTimes): void {
  for (const { change } of steps) {
    const times = docs.get(change.asset._id.toHexString())?.FieldTimes ?? {}
    for (const [name, time] of Object.entries(times)) change.asset.fieldTimes[name] = time.getTime()
  }
}

const announceRaised = (evaluation: RuleEvaluation, steps: readonly StateStep[]): void =>
  evaluation.announce(
    steps.flatMap(({ watched, step }) => (step.raised.length > 0 ? [watched.asset._id] : [])),
  )
