import { type CallName } from '@wardtrack/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from './addresses.ts'
import { ABSENT_NAME, fillHospital, MAP_ID, PATIENT_NAME } from './hospital.ts'
import { quantile } from './progress-probe.ts'
import { attempts, openTarget, type Target } from './target.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget()
  // More patients than a small hospital has, so that a difference that depends on them is visible.
  await fillHospital(target, { equipment: 500, patients: 1_500 })
})
afterAll(() => target.close())

/** Maximum deviation from 0.5 by chance when two equal questions are compared. */
const CHANCE_MARGIN = 0.12
/** Maximum relative difference of two equal questions' medians on a busy machine. */
const MEDIAN_MARGIN = 0.15

type Question = { call: CallName; body: unknown }
const QUESTIONS: Record<string, (name: string) => Question> = {
  'a search among the assets': (name) => ({ call: 'assetsFilter', body: { search: name } }),
  'a search in the asset list': (name) => ({ call: 'assetsList', body: { query: { search: name } } }),
  'a field that contains the name': (name) => ({
    call: 'assetsFilter',
    body: { 'Fields.AssetName': { $regex: name } },
  }),
  'a search for markers': (name) => ({
    call: 'mapsPointerAllAssets',
    body: [{ 'CurrentLocation.mapId': MAP_ID }, { search: name }],
  }),
}

/** Measures the milliseconds of answers to two questions in turn, so that disturbances affect both. */
async function timesOf(
  questions: readonly [Question, Question],
  rounds: number,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++)
    for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const { call, body } = questions[index]
      const started = performance.now()
      const { status, text } = await target.send('POST', addressOf(call), {
        headers: target.people.noPatients,
        body,
      })
      times[index].push(performance.now() - started)
      expect(status, `answer to ${text.slice(0, 200)}`).toBe(200)
      expect(text).not.toContain(PATIENT_NAME)
    }
  return times
}

/** Returns the probability that a time of the first list is the larger one: 0.5 when the lists do not differ. */
function chanceOfLonger(first: readonly number[], second: readonly number[]): number {
  let larger = 0
  for (const a of first) for (const b of second) larger += a > b ? 1 : a === b ? 0.5 : 0
  return larger / (first.length * second.length)
}

test.each(Object.keys(QUESTIONS))(
  '%s does not reveal by its duration to a person without the flag that a patient has a name',
  async (title) => {
    const ask = QUESTIONS[title]
    if (!ask) return
    const questions = [ask(PATIENT_NAME.toLowerCase()), ask(ABSENT_NAME.toLowerCase())] as const
    await timesOf(questions, 30)
    const [present, absent] = await timesOf(questions, attempts(200, 1_500))
    const chance = chanceOfLonger(present, absent)
    const medians = [present, absent].map((times) =>
      quantile(
        times.toSorted((a, b) => a - b),
        0.5,
      ),
    )
    const [longer = 1, shorter = 1] = medians.toSorted((a, b) => b - a)
    console.log(
      `${title}: medians ${medians.map((ms) => ms.toFixed(2)).join(' and ')} ms, a patient's name takes longer in ${(chance * 100).toFixed(0)} of 100 pairs`,
    )
    // A busy machine may change either figure; a revealed name changes both.
    expect(Math.abs(chance - 0.5) < CHANCE_MARGIN || longer / shorter - 1 < MEDIAN_MARGIN).toBe(true)
  },
)
