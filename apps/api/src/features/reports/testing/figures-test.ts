import type { ReportTest } from './report-test.ts'

const HOUR = 3_600_000
/** Start of the tests' period in milliseconds: a Monday. */
export const START = Date.UTC(2026, 4, 4)
/** Returns a moment of the tests. @param hours since {@link START} */
export const at = (hours: number): Date => new Date(START + hours * HOUR)
const periodOf = (from: number, to: number) => ({
  createdAt: { $gte: at(from).toISOString(), $lt: at(to).toISOString() },
})
/** First day, as a condition. */
export const DAY = periodOf(0, 24)

/** Questions that every report of figures refuses, each with the path of the invalid member. */
export const REFUSED_QUESTIONS: readonly (readonly [body: object, path: string])[] = [
  [{ items: [periodOf(24, 0)] }, 'items.0.createdAt.$lt'],
  [{ items: [periodOf(-400 * 24, 0)] }, 'items.0.createdAt'],
  [{ items: [{ sort: [{ sortField: 'Nope', sortDirection: 1 }] }] }, 'items.0.sort.0.sortField'],
  [{ items: [DAY], level: 'Level_99' }, 'level'],
]

type Answer = Awaited<ReturnType<ReportTest['post']>>
type StrangersAnswers = { statuses: number[]; withFlag: Answer; withoutFlag: Answer }

/**
 * Calls a report as users with limited access.
 * @returns the status without a session and without the page, and the answers about patients with and without the
 * flag
 */
export async function askAsStrangers(api: ReportTest, path: string): Promise<StrangersAnswers> {
  const ofPatients = { items: [DAY, { AssetType: 'Patient' }] }
  const stranger = await api.people.signIn({ username: 'of another page', pages: ['report/rtls-alert'] })
  return {
    statuses: [
      (await api.post(path, {}, {})).status,
      (await api.post(path, { items: [DAY] }, stranger)).status,
    ],
    withFlag: await api.post(path, ofPatients),
    withoutFlag: await api.post(path, ofPatients, api.people.noPatients),
  }
}
