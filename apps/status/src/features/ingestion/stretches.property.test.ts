import { type AssetDoc, type Database, Types } from '@wardtrack/database'
import { type CachedAsset, toCachedPlace } from '@wardtrack/ingestion'
import { createRuleEvaluation, type RuleEvaluation } from '@wardtrack/rules'
import { createStretchSummarizer, type StretchSummarizer } from '@wardtrack/summaries'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWard, type TestWard } from '../../testing/open-ward.ts'
import type { StateEvent } from './field-changes.ts'
import { createStateWriter } from './state-writer.ts'

let ward: TestWard
let evaluation: RuleEvaluation
beforeAll(async () => {
  ward = await openWard()
  evaluation = createRuleEvaluation(ward.parts)
})
afterAll(async () => {
  evaluation.close()
  await ward.close()
})

const BASE = Date.now() - 20_000_000
type CacheMode = 'local' | 'shared'

const event = fc.record({
  step: fc.oneof(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 200 })),
  battery: fc.option(fc.constantFrom('LEVEL_1', 'LEVEL_2', 'LEVEL_3')),
  device: fc.option(fc.constantFrom('comm-status-online', 'comm-status-offline')),
  repeatOf: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined, freq: 6 }),
})
/**
 * A group of events, the process that writes it, and the write at which that process dies: the history's or the
 * states'.
 */
const group = fc.record({
  events: fc.array(event, { minLength: 1, maxLength: 5 }),
  process: fc.integer({ min: 0, max: 1 }),
  isInOrder: fc.boolean(),
  cutOff: fc.constantFrom('never', 'never', 'never', 'before states', 'after states'),
  isSettled: fc.boolean(),
})
type Group = typeof group extends fc.Arbitrary<infer G> ? G : never

type Process = {
  stretches: StretchSummarizer
  write(events: readonly StateEvent[]): Promise<unknown>
  cached(doc: AssetDoc): CachedAsset
  cutOff(when: Group['cutOff']): void
  close(isKilled: boolean): Promise<void>
}

/** Returns a database that does not update assets while a condition holds. */
function withoutStates(db: Database, isWithout: () => boolean): Database {
  const store = {
    command: (command: Record<string, unknown>, ...more: object[]) =>
      isWithout() && command['update'] === 'assets'
        ? Promise.reject(new Error('killed'))
        : db.connection.db?.command(command, ...more),
  }
  const get = (target: Database, member: keyof Database): unknown =>
    member === 'connection'
      ? { db: store, collection: (name: string) => target.connection.collection(name) }
      : target[member]
  return new Proxy(db, { get: get as never })
}

/** Opens a process with its own memory, which can be killed. */
function openProcess(cacheMode: CacheMode): Process {
  let isDead = false
  let cutOff: Group['cutOff'] = 'never'
  const db = new Proxy(ward.parts.db, {
    get: (target, member: keyof Database) => {
      if (isDead) throw new Error('this process was killed')
      return target[member]
    },
  })
  const log = ward.parts.log.child({}, { level: 'silent' })
  const parts = { ...ward.parts, db, log, cacheMode }
  const stretches = createStretchSummarizer(parts, { oldest: () => 0 })
  const killed = () => Promise.reject(new Error('killed'))
  const isCutOff = () => cutOff !== 'never'
  const writerParts = { ...parts, db: withoutStates(db, () => cutOff === 'before states') }
  const write = createStateWriter(writerParts, { add: () => Promise.resolve() }, evaluation, {
    note: (steps) => (isCutOff() ? undefined : stretches.note(steps)),
    queueRebuild: (marks) => (isCutOff() ? undefined : stretches.queueRebuild(marks)),
    markBeforeWrite: stretches.markBeforeWrite,
    mark: (marks) => (isCutOff() ? killed() : stretches.mark(marks)),
  })
  let known: CachedAsset | undefined
  return {
    stretches,
    write: async (events) => {
      await write(events)
      if (isCutOff()) throw new Error('killed')
    },
    cutOff: (when) => {
      cutOff = when
    },
    cached: (doc) => {
      known ??= {
        _id: doc._id,
        AssetType: doc.AssetType,
        AssetId: doc.AssetId,
        active: true,
        primaryTag: undefined,
        place: toCachedPlace(doc),
        fieldTimes: Object.fromEntries(
          Object.entries(doc.FieldTimes).map(([name, time]) => [name, time.getTime()]),
        ),
        stretches: doc.Stretches ?? {},
        state: {},
        isStale: false,
        readAt: 0,
      }
      return known
    },
    close: async (isKilled) => {
      isDead = isKilled
      await stretches.close()
    },
  }
}

const fieldsOf = ({ battery, device }: Group['events'][number]): Record<string, unknown> => ({
  ...(battery === null ? {} : { BatteryLevel: { Level: battery } }),
  ...(device === null ? {} : { DeviceStatus: device }),
})

/** Runs a scenario on a new asset. */
async function runScenario(groups: readonly Group[], processes: Process[], cacheMode: CacheMode) {
  const { db } = ward.parts
  await db.driver.assets.deleteMany({})
  const { _id } = await ward.addAsset({ AssetId: new Types.ObjectId().toHexString() })
  let [receivedAt, newest] = [BASE, 0]
  for (const { events, process, isInOrder, cutOff, isSettled } of groups) {
    const index = process % processes.length
    receivedAt += 1
    const stateEvents = async (at: Process): Promise<StateEvent[]> => {
      const doc = await db.models.assets.findOne({ _id })
      if (!doc) throw new Error('there is no asset')
      return events.map((entry, number) => {
        const step = isInOrder ? newest + number + 1 : entry.step
        const identity = entry.repeatOf ?? `${step} ${JSON.stringify(fieldsOf(entry))}`
        return {
          id: `${_id.toHexString()} ${identity}`,
          repeatMayDiffer: entry.repeatOf !== undefined,
          subjectKey: 'asset:Equipment:P',
          asset: at.cached(doc),
          provider: '',
          time: new Date(BASE + step * 30_000),
          untimed: false,
          receivedAt: new Date(receivedAt),
          content: { fields: fieldsOf(entry) },
        }
      })
    }
    const first = processes[index]
    if (!first) throw new Error('there is no process')
    const sent = await stateEvents(first)
    await first.stretches.ready()
    first.cutOff(cutOff)
    await first.write(sent).catch(async () => {
      await first.close(true)
      // Other processes take over its claims once they expire.
      await db.driver.assets.updateMany(
        { 'StretchesDue.claim': { $exists: true } },
        { $set: { 'StretchesDue.claim.expiresAt': new Date(0) } },
      )
      await db.driver.system.updateMany({ _id: /^summaries\// }, { $set: { 'value.at': new Date(0) } })
      const next = openProcess(cacheMode)
      processes[index] = next
      await next.stretches.ready()
      // The sender received no answer, so it sends the same events again.
      await next.write(await stateEvents(next))
    })
    newest = Math.max(newest, ...sent.map(({ time }) => (time.getTime() - BASE) / 30_000))
    if (isSettled) await processes[index]?.stretches.idle()
  }
  for (const { stretches } of [...processes, ...processes]) await stretches.idle()
  return _id
}

/** Computes the stretches of a state from the whole history. */
async function stretchesOfHistory(asset: Types.ObjectId, valueOf: (fields: never) => string | undefined) {
  const rows = await ward.parts.db.models.statusHistory.find({ asset })
  const inOrder = rows.toSorted(
    (a, b) =>
      a.time.getTime() - b.time.getTime() ||
      a.receivedAt.getTime() - b.receivedAt.getTime() ||
      (a._id < b._id ? -1 : 1),
  )
  const found: { value: string; from: number; to: number | null; isCondition: boolean }[] = []
  let seen = Number.NaN
  for (const { time, Fields } of inOrder) {
    const value = valueOf(Fields as never)
    if (value === undefined || time.getTime() === seen) continue
    seen = time.getTime()
    const open = found.at(-1)
    if (open?.value === value) continue
    if (open) open.to = seen
    const isCondition = value === 'LEVEL_1' || value === 'comm-status-offline'
    found.push({ value, from: seen, to: null, isCondition })
  }
  return found
}

const storedStretches = async (asset: Types.ObjectId, field: string) => {
  const stored = await ward.parts.db.models.stateStretches.find({ asset, field }).sort({ from: 1 })
  return stored.map(({ value, from, to, condition }) => ({
    value,
    from: from.getTime(),
    to: to?.getTime() ?? null,
    isCondition: condition !== undefined,
  }))
}

it.each([
  ['one process', 'local', 1],
  ['two processes', 'shared', 2],
] as const)(
  'stores in %s the stretches that history gives, despite late, repeated and interrupted events',
  async (_name, cacheMode, count) => {
    await fc.assert(
      fc.asyncProperty(fc.array(group, { minLength: 1, maxLength: 12 }), async (groups) => {
        const processes = Array.from({ length: count }, () => openProcess(cacheMode))
        try {
          const asset = await runScenario(groups, processes, cacheMode)
          expect(await storedStretches(asset, 'DeviceStatus')).toEqual(
            await stretchesOfHistory(asset, ({ DeviceStatus }: { DeviceStatus?: string }) => DeviceStatus),
          )
          expect(await storedStretches(asset, 'BatteryLevel')).toEqual(
            await stretchesOfHistory(
              asset,
              ({ BatteryLevel }: { BatteryLevel?: { Level: string } }) => BatteryLevel?.Level,
            ),
          )
        } finally {
          for (const { close } of processes) await close(false)
        }
      }),
      // Reports a failure without shrinking, which takes longer than the test allows.
      { numRuns: 10, endOnFailure: true },
    )
  },
)
