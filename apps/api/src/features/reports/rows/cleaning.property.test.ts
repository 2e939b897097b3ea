import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLEANING_ROOM, outlineRoom, setFence } from '../testing/cleaning-room.ts'
import {
  askPeriod,
  BEGIN,
  HOUR,
  INFUSING,
  MINUTE,
  periodQuestion,
  storeEvents,
  unitOf,
} from '../testing/period-questions.ts'
import { levelsOf, openReportTest, type ReportTest } from '../testing/report-test.ts'

const SEEDS = 50
const SPAN_MINUTES = 3 * 24 * 60
const DAY_MINUTES = 24 * 60
const SHORT_PAUSE = 30
const HOMES = ['ward1', 'lab', 'ward1', 'depot']
const homeOf = (index: number): string => HOMES[index % HOMES.length] ?? ''

let api: ReportTest
beforeAll(async () => {
  api = await openReportTest()
  for (const [index, { _id }] of api.assets.entries())
    await api.parts.db.driver.assets.updateOne(
      { _id },
      { $set: { 'HomeLocation.fullPath': levelsOf(homeOf(index)) } },
    )
  await outlineRoom(api)
  await setFence(api)
})
afterAll(() => api.close())

const minute = fc.nat({ max: SPAN_MINUTES })
const question = fc.record({
  ...periodQuestion(
    minute.map((minutes) => minutes * MINUTE),
    [INFUSING, 'pump-status--not-infusing', INFUSING, 'pump-status-standby'],
    60,
  ),
  from: fc.nat({ max: SPAN_MINUTES / 2 }),
  // Periods of any length, mostly long ones with enough events to find differences.
  minutes: fc.oneof(
    fc.integer({ min: 1, max: SPAN_MINUTES }),
    fc.integer({ min: SPAN_MINUTES / 2, max: SPAN_MINUTES }),
    fc.integer({ min: SPAN_MINUTES / 2, max: SPAN_MINUTES }),
  ),
  category: fc.option(fc.constantFrom('Pump', 'Bed'), { nil: undefined }),
})
type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never
type Outcome = { minute: number; isCleaned: boolean; isUsedAgain: boolean; wait: number }

/** Simulates an asset minute by minute. */
function outcomesOf({ stays, reports, from, minutes }: Question, index: number): Outcome[] {
  const until = from + minutes
  const valueAt = new Map(
    reports.filter(({ asset }) => asset === index).map(({ time, value }) => [time / MINUTE, value]),
  )
  const arrivedAt = new Map(
    stays.filter(({ asset }) => asset === index).map(({ time, place }) => [time / MINUTE, place]),
  )
  const outcomes: Outcome[] = []
  let [value, place] = ['', '']
  let pause: { since: number; cleanedAt?: number; isMoved: boolean } | undefined
  const end = (isUsedAgain: boolean): void => {
    if (!pause) return
    const { since, cleanedAt } = pause
    outcomes.push({
      minute: since,
      isCleaned: cleanedAt !== undefined,
      isUsedAgain,
      wait: (cleanedAt ?? since) - since,
    })
  }
  for (let now = 0; now < until; now += 1) {
    const arrival = arrivedAt.get(now)
    if (arrival !== undefined) place = now >= from - DAY_MINUTES ? arrival : ''
    if (pause && arrival !== undefined && now > pause.since) pause.isMoved = true
    const reported = valueAt.get(now) ?? value
    if (reported === INFUSING && pause) {
      const continues = pause.cleanedAt === undefined && (now - pause.since < SHORT_PAUSE || !pause.isMoved)
      if (!continues) end(true)
      pause = undefined
    }
    if (reported !== INFUSING && value === INFUSING && now >= from) pause = { since: now, isMoved: false }
    value = reported
    if (pause && place === CLEANING_ROOM) pause.cleanedAt ??= now
  }
  end(false)
  return outcomes
}

const hours = (minutes: number | undefined): number | null =>
  minutes === undefined ? null : Math.round((minutes * MINUTE * 100) / HOUR) / 100

function oracle(generated: Question) {
  const { level = 2, types = ['Equipment'], category, flagged } = generated
  const groups = new Map<string, { Category: string; Unit: string; outcomes: Outcome[] }>()
  for (const [index, { AssetType, Fields }] of api.assets.entries()) {
    const Category = String(Fields['PrimaryCategory'])
    const isMeant = category === undefined || Category === category
    if (!types.includes(AssetType) || (!flagged && AssetType === 'Patient') || !isMeant) continue
    const Unit = unitOf(homeOf(index), level)
    const group = groups.get(`${AssetType}${Category}${Unit}`) ?? { Category, Unit, outcomes: [] }
    group.outcomes.push(...outcomesOf(generated, index))
    if (group.outcomes.length > 0) groups.set(`${AssetType}${Category}${Unit}`, group)
  }
  return [...groups.values()].map(({ Category, Unit, outcomes }) => {
    const waits = outcomes
      .filter(({ isCleaned }) => isCleaned)
      .map(({ wait }) => wait)
      .toSorted((a, b) => a - b)
    const missed = outcomes.filter(({ isCleaned }) => !isCleaned)
    return {
      Category,
      Unit,
      Uses: outcomes.length,
      Cleaned: waits.length,
      NotCleaned: missed.filter(({ isUsedAgain }) => isUsedAgain).length,
      Waiting: missed.filter(({ isUsedAgain }) => !isUsedAgain).length,
      ToCleaningMedian: hours(waits[Math.ceil(waits.length / 2) - 1]),
      ToCleaningLongest: hours(waits.at(-1)),
    }
  })
}

type Named = { Category: string; Unit: string }
const inOrder = <Row extends Named>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (`${a.Category}|${a.Unit}` < `${b.Category}|${b.Unit}` ? -1 : 1))

test('outcomes after uses match a minute-by-minute plain implementation', async () => {
  let [cleaned, missed] = [0, 0]
  await fc.assert(
    fc.asyncProperty(question, async (generated) => {
      await storeEvents(api, generated)
      const [from, to] = [generated.from, generated.from + generated.minutes].map(
        (minutes) => BEGIN + minutes * MINUTE,
      )
      const { category } = generated
      const { status, body } = await askPeriod(api, 'cleaning', generated, {
        from: from ?? 0,
        to: to ?? 0,
        conditions: category === undefined ? [] : [{ 'Fields.PrimaryCategory': category }],
      })
      const expected = oracle(generated)
      expect(status).toBe(200)
      expect(inOrder(body.assets)).toMatchObject(inOrder(expected))
      expect(body.maxAssets).toBe(expected.length)
      const uses = expected.reduce((sum, { NotCleaned }) => sum + NotCleaned, 0)
      expect([body.maxUncleaned, body.uncleaned.length]).toEqual([uses, Math.min(uses, 50)])
      cleaned += expected.reduce((sum, { Cleaned }) => sum + Cleaned, 0)
      missed += uses
    }),
    { numRuns: SEEDS },
  )
  // The generated questions cover both outcomes.
  expect(Math.min(cleaned, missed)).toBeGreaterThan(0)
})
