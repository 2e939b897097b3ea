import type { Database, PlaceReference, Types } from '@wardtrack/database'
import { type InfusionColumns, type MoveColumns, type MoveSpan, SPAN_MS, spanOf } from './move-span.ts'
import { type Arrival, findArrivals } from './move-spans.store.ts'
import { countsAfter, stateChange } from './packed-state.ts'
import { CHUNK_ASSETS } from './snapshot.ts'
import { reportPages, snapshotsWithin } from './snapshots.store.ts'

/** Source of the asset and place numbers used in spans. */
export type SpanNumbers = {
  /** assigns the numbers of assets and places before they are read */
  prepare(assets: readonly Types.ObjectId[], places: readonly PlaceReference[]): Promise<void>
  asset(asset: Types.ObjectId): number
  place(place: PlaceReference): number
}

/** Period that begins with a span; snapshots hold its reports up to `snapshotsUntil`. Milliseconds. */
type SpanTime = { begin: number; end: number; snapshotsUntil: number }

const NOWHERE: PlaceReference = { fullPath: {} }
const CHANGES = 256
/** For each change: true when the asset infuses afterwards, undefined for other fields. */
const INFUSES = Array.from({ length: CHANGES }, (_, change) => countsAfter('Infusing', change))

/** Computes the spans of a period from the stored visits, snapshots and stretches. The last span may be partial. */
export async function collectMoves(db: Database, numbers: SpanNumbers, time: SpanTime): Promise<MoveSpan[]> {
  const { begin, end } = time
  const [arrivals, packed] = await Promise.all([findArrivals(db, begin, end), packedInfusions(db, time)])
  const leftPlaces = arrivals.map(({ previous }) => previous ?? NOWHERE)
  await numbers.prepare(
    arrivals.map(({ asset }) => asset),
    leftPlaces,
  )
  const arrivalsOf = bySpan(arrivals, ({ from }) => from.getTime())
  const infusionsOf = bySpan(
    [...packed, ...(await reportedInfusions(db, numbers, time))],
    (infusion) => infusion.time,
  )
  const spans: MoveSpan[] = []
  for (let span = begin; span < end; span += SPAN_MS) {
    const ofSpan = arrivalsOf.get(span) ?? []
    const types = [...new Set(ofSpan.map(({ AssetType }) => AssetType))]
    const moves = moveColumns(ofSpan, { numbers, begin: span, types })
    spans.push({ begin: span, types, moves, infusions: infusionColumns(infusionsOf.get(span) ?? [], span) })
  }
  return spans
}

function bySpan<Event>(events: readonly Event[], timeOf: (event: Event) => number): Map<number, Event[]> {
  const spans = new Map<number, Event[]>()
  for (const event of events) {
    const begin = spanOf(timeOf(event))
    const ofSpan = spans.get(begin)
    if (ofSpan) ofSpan.push(event)
    else spans.set(begin, [event])
  }
  return spans
}

function moveColumns(
  arrivals: readonly Arrival[],
  { numbers, begin, types }: { numbers: SpanNumbers; begin: number; types: readonly string[] },
): MoveColumns {
  const typeNumbers = new Map(types.map((type, number) => [type, number]))
  return {
    times: Uint32Array.from(arrivals, ({ from }) => from.getTime() - begin),
    assets: Uint32Array.from(arrivals, ({ asset }) => numbers.asset(asset)),
    places: Uint32Array.from(arrivals, ({ previous }) => numbers.place(previous ?? NOWHERE)),
    types: Uint16Array.from(arrivals, ({ AssetType }) => typeNumbers.get(AssetType) ?? 0),
    levels: Uint8Array.from(arrivals, ({ differsFrom = 0 }) => differsFrom),
  }
}

type Infusion = { time: number; asset: number; infuses: boolean }

async function packedInfusions(db: Database, { begin, end, snapshotsUntil }: SpanTime): Promise<Infusion[]> {
  const until = Math.min(end, snapshotsUntil)
  if (until <= begin) return []
  const infusions: Infusion[] = []
  for (const { chunk, period, times, places, values } of await snapshotsWithin(db, begin, until)) {
    // Thousands of changes of other fields lie between, so an indexed loop is used instead of an iterator.
    for (let index = 0; index < times.length; index += 1) {
      const infuses = INFUSES[values[index] ?? 0]
      if (infuses === undefined) continue
      const time = period + (times[index] ?? 0)
      infusions.push({ time, asset: chunk * CHUNK_ASSETS + (places[index] ?? 0), infuses })
    }
  }
  return infusions.sort((a, b) => a.time - b.time)
}

async function reportedInfusions(
  db: Database,
  numbers: SpanNumbers,
  { begin, end, snapshotsUntil }: SpanTime,
): Promise<Infusion[]> {
  const from = Math.max(begin, snapshotsUntil)
  if (from >= end) return []
  const infusions: Infusion[] = []
  for await (const reports of reportPages(db, from, end)) {
    const pageInfusions = reports.flatMap(({ asset, field, value, from: reported }) => {
      const infuses = INFUSES[stateChange(field, value) ?? CHANGES]
      return infuses === undefined ? [] : [{ asset, time: reported.getTime(), infuses }]
    })
    await numbers.prepare(
      pageInfusions.map(({ asset }) => asset),
      [],
    )
    infusions.push(...pageInfusions.map((report) => ({ ...report, asset: numbers.asset(report.asset) })))
  }
  return infusions
}

const infusionColumns = (infusions: readonly Infusion[], begin: number): InfusionColumns => ({
  times: Uint32Array.from(infusions, ({ time }) => time - begin),
  assets: Uint32Array.from(infusions, ({ asset }) => asset),
  begins: Uint8Array.from(infusions, ({ infuses }) => Number(infuses)),
})
