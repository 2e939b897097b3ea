import type { Levels } from '@wardtrack/contracts'
import { type AssetDoc, levelsOf, Types } from '@wardtrack/database'
import { type CachedAsset, toCachedPlace } from '@wardtrack/ingestion'
import { publishPlacesChanged } from '@wardtrack/places'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openHospital, type TestHospital } from '../../testing/open-hospital.ts'
import { openVisitProcess, storedVisits, visitsOfHistory } from '../../testing/visit-history.ts'
import { rewriteAssets } from '../place-changes/index.ts'
import { createLocationWriter, type LocationEvent } from './location-writer.ts'

let hospital: TestHospital
beforeAll(async () => {
  hospital = await openHospital()
  await rename('floor-1')
  await rename('floor-2')
})
afterAll(() => hospital.close())

const BASE = Date.now() - 20_000_000
const PRIMARY = 'tag:centrak|t-1'

/** An event with one of two assets, a time, a place and a tag. The ranges are small, so that values coincide. */
const event = fc.record({
  asset: fc.integer({ min: 0, max: 1 }),
  step: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 200 })),
  room: fc.constantFrom('A', 'B', 'C'),
  subject: fc.constantFrom(PRIMARY, PRIMARY, 'tag:cisco|w-1', 'asset:Equipment:P'),
  repeatOf: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined, freq: 6 }),
})
/** A group of events, the process that writes it, and its failure; `late` fails after the places are written. */
const group = fc.record({
  events: fc.array(event, { minLength: 1, maxLength: 5 }),
  process: fc.integer({ min: 0, max: 1 }),
  isInOrder: fc.boolean(),
  crash: fc.constantFrom('none', 'none', 'none', 'early', 'late'),
  isSettled: fc.boolean(),
  renamed: fc.option(fc.constantFrom('A', 'B', 'C', 'floor-1', 'floor-2'), { nil: undefined, freq: 1 }),
})
type RoomName = 'A' | 'B' | 'C'
const FLOORS = { A: 'floor-1', B: 'floor-1', C: 'floor-2' } as const
const ROOMS = ['A', 'B', 'C'] as const
/** Number of renames of each floor and room. */
const renames = new Map<string, number>()
const nameOf = (id: string): string => `${id} ${renames.get(id) ?? 0}`
const fullNameOf = (room: RoomName): string[] => ['Site', nameOf(FLOORS[room]), nameOf(room)]
const levelBetween = (room: string, nextRoom: string): number =>
  FLOORS[room as RoomName] === FLOORS[nextRoom as RoomName] ? 3 : 2

/** Renames a floor or a room, and rewrites the assets there like the job does. */
async function rename(id: string): Promise<void> {
  renames.set(id, (renames.get(id) ?? 0) + 1)
  const { db } = hospital.parts
  for (const hierarchyId of ROOMS.filter((room) => id === room || id === FLOORS[room])) {
    const fullName = fullNameOf(hierarchyId)
    await db.models.places.updateOne(
      { provider: 'rtls', hierarchyId },
      { $set: { fullName, mapId: null } },
      { upsert: true },
    )
    await rewriteAssets(db, { hierarchyId, fullName }, 1_000)
  }
  await publishPlacesChanged(hospital.parts)
}

/** Paths as shared objects: events of one room share a path until the places are read again. */
const paths = new Map<string, Levels>()
function pathOf({ room, step }: { room: RoomName; step: number }): Levels {
  const fullName = fullNameOf(room)
  if (step % 5 === 0) return levelsOf(fullName)
  const path = paths.get(fullName.join('>')) ?? levelsOf(fullName)
  paths.set(fullName.join('>'), path)
  return path
}

type Group = typeof group extends fc.Arbitrary<infer G> ? G : never

type Process = ReturnType<typeof openVisitProcess> & {
  write(events: readonly LocationEvent[]): Promise<unknown>
  cached(asset: AssetDoc): CachedAsset
  crash(how: Group['crash']): void
  /** heartbeat record that shows other processes that this one is alive */
  record: string
}

/** Opens a process with its own memory. */
async function openProcess(cacheMode: 'local' | 'shared'): Promise<Process> {
  const before = new Set(await processRecords())
  const opened = openVisitProcess(hospital, cacheMode)
  await opened.visits.ready()
  const record = (await processRecords()).find((id) => !before.has(id)) ?? ''
  let crash: Group['crash'] = 'none'
  const { fences } = opened.evaluators.evaluation
  const evaluation = {
    ...opened.evaluators.evaluation,
    fences: {
      ...fences,
      read: () => (crash === 'early' ? Promise.reject(new Error('killed')) : fences.read()),
    },
  }
  const write = createLocationWriter(
    opened.parts,
    { ...opened.evaluators, evaluation },
    {
      ...opened.visits,
      note: (steps) => (crash === 'late' ? undefined : opened.visits.note(steps)),
      queueRebuild: (marks) => (crash === 'none' ? opened.visits.queueRebuild(marks) : undefined),
      mark: (marks) => (crash === 'none' ? opened.visits.mark(marks) : Promise.reject(new Error('killed'))),
    },
  )
  const known = new Map<string, CachedAsset>()
  return {
    ...opened,
    record,
    write: async (events) => {
      const answer = await write(events)
      if (crash !== 'none') throw new Error('killed')
      return answer
    },
    crash: (how) => {
      crash = how
    },
    cached: (doc) => {
      const key = doc._id.toHexString()
      const asset = known.get(key) ?? {
        _id: doc._id,
        AssetType: doc.AssetType,
        AssetId: doc.AssetId,
        active: true,
        primaryTag: PRIMARY,
        place: toCachedPlace(doc),
        fieldTimes: {},
        state: {},
        isStale: false,
        readAt: 0,
      }
      known.set(key, asset)
      return asset
    },
  }
}

async function processRecords(): Promise<string[]> {
  const records = await hospital.parts.db.driver.system.find({ _id: /^summaries\// }).toArray()
  return records.map(({ _id }) => _id)
}

async function runScenario(groups: readonly Group[], processes: Process[], cacheMode: 'local' | 'shared') {
  const { db } = hospital.parts
  await db.driver.assets.deleteMany({})
  const docs = [await hospital.addAsset({ AssetId: new Types.ObjectId().toHexString() })]
  docs.push(await hospital.addAsset({ AssetId: new Types.ObjectId().toHexString() }))
  const run = docs[0]?._id.toHexString() ?? ''
  let receivedAt = BASE
  let clock = 0
  for (const { events, process, isInOrder, crash, isSettled, renamed } of groups) {
    if (renamed) await rename(renamed)
    const index = process % processes.length
    const toEvent = async (
      entry: Group['events'][number],
      number: number,
      at: Process,
    ): Promise<LocationEvent> => {
      const stored = await db.models.assets.findOne({ _id: docs[entry.asset]?._id ?? new Types.ObjectId() })
      const doc = stored ?? docs[0]
      if (!doc) throw new Error('there is no asset')
      const step = isInOrder ? clock + number : entry.step
      const time = new Date(BASE + step * 30_000)
      const identity = entry.repeatOf ?? `${step} ${entry.subject} ${entry.room}`
      return {
        id: `${run} ${entry.asset} ${identity}`,
        repeatMayDiffer: entry.repeatOf !== undefined,
        subjectKey: entry.subject,
        asset: at.cached(doc),
        provider: '',
        time,
        untimed: false,
        receivedAt: new Date(receivedAt),
        content: { mapId: 'm1', hierarchyId: entry.room, fullPath: pathOf(entry), x: 1, y: 1 },
      }
    }
    receivedAt += 1
    const eventsAt = (at: Process) =>
      Promise.all(events.map((entry, number) => toEvent(entry, clock === 0 ? number : number + 1, at)))
    const first = processes[index]
    if (!first) throw new Error('there is no process')
    first.crash(crash)
    const sent = await eventsAt(first)
    await first.write(sent).catch(async () => {
      await first.close(true)
      // Other processes take over expired claims; claims of running processes remain.
      const claimed = { 'VisitsDue.claim.id': { $in: [...first.claims] } }
      await db.driver.assets.updateMany(claimed, { $set: { 'VisitsDue.claim.expiresAt': new Date(0) } })
      await db.driver.system.updateOne({ _id: first.record }, { $set: { 'value.at': new Date(0) } })
      const next = await openProcess(cacheMode)
      processes[index] = next
      // The sender received no answer, so it sends the same events again.
      await next.write(
        sent.map((again, position) => ({
          ...again,
          asset: next.cached(docs[events[position]?.asset ?? 0] as AssetDoc),
        })),
      )
    })
    clock = Math.max(clock, ...sent.map(({ time }) => (time.getTime() - BASE) / 30_000))
    if (isSettled) await processes[index]?.visits.idle()
  }
  for (const { visits } of processes) await visits.idle()
  for (const { visits } of processes) await visits.idle()
  return docs.map(({ _id }) => _id)
}

it.each([
  ['one process', 'local', 1],
  ['two processes', 'shared', 2],
] as const)(
  'stores in %s the visits that history gives, despite renames and late, repeated and interrupted events',
  async (_name, cacheMode, count) => {
    await fc.assert(
      fc.asyncProperty(fc.array(group, { minLength: 1, maxLength: 14 }), async (groups) => {
        const processes: Process[] = []
        for (let number = 0; number < count; number += 1) processes.push(await openProcess(cacheMode))
        try {
          const { db } = hospital.parts
          for (const asset of await runScenario(groups, processes, cacheMode))
            expect(await storedVisits(db, asset)).toEqual(await visitsOfHistory(db, asset, levelBetween))
        } finally {
          for (const { close } of processes) await close(false)
        }
      }),
      // Reports a failure without shrinking, which takes longer than the test allows.
      { numRuns: 10, endOnFailure: true },
    )
  },
  60_000,
)
