import { STATE_FIELDS } from '@wardtrack/contracts'
import { type AssetDoc, type EncryptionRules, summaryId } from '@wardtrack/database'
import { type CachedAsset, isNewerThan, type StoreUpdate } from '@wardtrack/ingestion'
import {
  type DueMark,
  isEncryptedState,
  type StateField,
  type StretchStep,
  stateValue,
  stretchFrom,
  type WritingGroups,
} from '@wardtrack/summaries'
import type { FieldChanges, StateEvent } from './field-changes.ts'

/** Results of writing a group of events; its entries are valid even when the write rejects. */
export type StateReport = { current: FieldChanges[]; steps: StretchStep[]; marks: DueMark[] }

/** @param now milliseconds; @param rules encrypted states make no stretches */
type NoteOptions = { now: number; rules: EncryptionRules }

type KnownStretch = { value: string; from: Date }

/** Effect of a group of events on the stretches of one asset. */
export type StretchNotes = {
  asset: CachedAsset
  steps: StretchStep[]
  marks: DueMark[]
  /** matches while the stored stretches are those that this process knows */
  condition: Record<string, unknown>
  $set: Record<string, unknown>
  $unset: Record<string, ''>
  /** current stretches after the write, for changed states; undefined where they must be computed from history */
  after: Map<StateField, KnownStretch | undefined>
}

/**
 * Computes the effect of events on the stretches of their asset. A later report with a different value ends a stretch
 * and begins another. Reports that are late or ambiguous are left to the rebuild from history.
 * @param events events of one asset
 */
export function noteStretches(
  asset: CachedAsset,
  events: readonly StateEvent[],
  { now, rules }: NoteOptions,
): StretchNotes {
  const notes: StretchNotes = {
    asset,
    steps: [],
    marks: [],
    condition: {},
    $set: {},
    $unset: {},
    after: new Map(),
  }
  const inOrder = events.length > 1 ? events.toSorted((a, b) => a.time.getTime() - b.time.getTime()) : events
  for (const field of STATE_FIELDS)
    if (!isEncryptedState(rules, asset.AssetType, field)) noteField(notes, field, inOrder, now)
  return notes
}

function noteField(notes: StretchNotes, field: StateField, events: readonly StateEvent[], now: number): void {
  const { asset } = notes
  const before = asset.stretches?.[field]
  let current: KnownStretch | undefined = before
  let time: number | undefined = asset.fieldTimes[field]
  let isNewer = false
  for (const event of events) {
    const value = stateValue(event.content.fields, field)
    if (value === undefined) continue
    const measured = event.time.getTime()
    if (time !== undefined && !isNewerThan(event, time, now)) {
      if (!isTold(current, value, event.time, time)) notes.marks.push(markAt(asset, event.time))
      continue
    }
    isNewer = true
    if (time !== undefined && (!current || measured <= time)) {
      notes.marks.push(markAt(asset, event.time))
      current = undefined
    } else if (current?.value !== value) {
      notes.steps.push(stepOf(asset, field, current, { ...event, value }))
      current = { value, from: event.time }
    }
    time = measured
  }
  if (isNewer) notes.condition[`Stretches.${field}.from`] = before ? before.from : { $exists: false }
  if (current === before) return
  notes.after.set(field, current)
  if (current) notes.$set[`Stretches.${field}`] = current
  else notes.$unset[`Stretches.${field}`] = ''
}

const markAt = ({ _id }: CachedAsset, time: Date): DueMark => ({ asset: _id, from: time, until: time })

function stepOf(
  asset: CachedAsset,
  field: StateField,
  current: KnownStretch | undefined,
  { time, value, content }: StateEvent & { value: string },
): StretchStep {
  const { circumstances } = content
  return {
    asset: asset._id,
    ...(current ? { ended: { id: summaryId(current.from, asset._id.toHexString(), field), to: time } } : {}),
    begun: stretchFrom(asset, field, { time, value, ...(circumstances ? { circumstances } : {}) }),
  }
}

/**
 * Returns true if a report that is not newer changes nothing: it repeats the newest report. A report that began its
 * stretch is excluded, because the stretch may be missing after a crash.
 * @param time time of the newest report
 */
const isTold = (current: KnownStretch | undefined, value: string, measured: Date, time: number): boolean =>
  current?.value === value && measured.getTime() === time && measured > current.from

/** Returns marks for reports that are late for this process or may become late, before they are stored. */
export function marksAhead(
  events: readonly StateEvent[],
  now: number,
  { isOvertaken }: Pick<WritingGroups, 'isOvertaken'>,
): DueMark[] {
  return events.flatMap((event) => {
    const { asset, time, content } = event
    const isLate = STATE_FIELDS.some((field) => {
      const newest = asset.fieldTimes[field]
      const value = stateValue(content.fields, field)
      if (value === undefined) return false
      return newest === undefined || isNewerThan(event, newest, now)
        ? isOvertaken(event, now)
        : !isTold(asset.stretches?.[field], value, time, newest)
    })
    return isLate ? [markAt(asset, time)] : []
  })
}

/** Adds the current stretches to the write of an asset's states, on condition that no other write intervened. */
export function withStretches({ q, u }: StoreUpdate, { condition, $set, $unset }: StretchNotes): StoreUpdate {
  return {
    q: { ...q, ...condition },
    u: {
      ...u,
      $set: { ...(u['$set'] as object), ...$set },
      ...(Object.keys($unset).length > 0 ? { $unset } : {}),
    },
  }
}

/** Returns true if the store holds the noted stretches. */
export function areStretchesStored({ after }: StretchNotes, stored: AssetDoc['Stretches']): boolean {
  return [...after].every(([field, stretch]) => {
    const found = stored?.[field]
    return found?.value === stretch?.value && found?.from.getTime() === stretch?.from.getTime()
  })
}

/** Updates the cache and the report after a write. */
export function commitStretches({ asset, steps, marks, after }: StretchNotes, report: StateReport): void {
  const stretches = { ...asset.stretches }
  for (const [field, stretch] of after) {
    if (stretch) stretches[field] = stretch
    else delete stretches[field]
  }
  asset.stretches = stretches
  report.steps.push(...steps)
  report.marks.push(...marks)
}
