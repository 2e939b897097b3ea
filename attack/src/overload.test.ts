import { afterEach, beforeEach, expect, test } from 'vitest'
import { addressOf } from './addresses.ts'
import { fillHospital, numbered, position } from './hospital.ts'
import { type ProbeResult, pause, quantile, startProbe } from './progress-probe.ts'
import { type Answer, attempts, openTarget, type Target } from './target.ts'

const ATTACKERS = 100
/** Maximum slowdown of a push during an attack, unless it takes less than `CALM_MS`. */
const SLOWER = 12
const CALM_MS = 400

let target: Target
beforeEach(async () => {
  target = await openTarget()
  await fillHospital(target, { equipment: 4_000, patients: 500 })
})
afterEach(() => target.close())

let sent = 0
const pushOne = async (): Promise<string | undefined> => {
  const n = (sent++ % 4_000) + 1
  const { status, text } = await target.send('POST', addressOf('ingestLocations'), {
    headers: target.people.key,
    body: { ...position(sent), AssetId: `E-${n}` },
  })
  return status === 200 && text.includes('"accepted":1') ? undefined : `${status} ${text}`
}

async function watchFor(ms: number, probe: () => Promise<string | undefined>): Promise<ProbeResult> {
  const running = startProbe(probe)
  await pause(ms)
  return running.stop()
}

/** Starts many clients that repeat a request until they are stopped. @returns number of answers by status */
function startAttack(probe: () => Promise<Answer>): { stop(): Promise<Record<number, number>> } {
  const statuses: Record<number, number> = {}
  let stopped = false
  const all = numbered(ATTACKERS).map(async () => {
    while (!stopped) {
      const { status, headers } = await probe()
      statuses[status] = (statuses[status] ?? 0) + 1
      // A client that ignores Retry-After gets immediate, cheap answers. It pauses here, because a test has only two
      // cores.
      if (status === 429) await pause(Math.min(200, Number(headers.get('retry-after') ?? 1) * 1000))
    }
  })
  return {
    stop: async () => {
      stopped = true
      await Promise.all(all)
      return statuses
    },
  }
}

const ATTACKS: Record<string, () => Promise<Answer>> = {
  'expensive filters of one session': () =>
    target.send('POST', `${addressOf('assetsFilter')}?pagesize=500&page=${1 + (sent % 8)}`, {
      headers: target.people.admin,
      body: [
        { 'Fields.AssetName': { $regex: 'pump' } },
        { 'Fields.SerialNo': { $regex: '9' } },
        { sort: [{ sortField: 'Fields.SerialNo', sortDirection: -1 }] },
      ],
    }),
  'searches for markers of one session': () =>
    target.send('POST', addressOf('mapsPointerAllAssets'), {
      headers: target.people.admin,
      body: [{ 'CurrentLocation.mapId': 'ground' }, { search: 'pump 1' }],
    }),
  'anonymous sign-ins': () =>
    target.send('POST', addressOf('verify'), {
      body: {
        username: `guess ${sent % 50}`,
        password: 'not the password',
        authenticationMethod: 'Password',
      },
    }),
}

test.each(Object.keys(ATTACKS))('%s, a hundred at a time, do not stall ingestion', async (title) => {
  const attackOnce = ATTACKS[title]
  if (!attackOnce) return
  const ms = attempts(4_000, 15_000)
  const before = await watchFor(2_000, pushOne)
  const attack = startAttack(attackOnce)
  await pause(500)
  const during = await watchFor(ms, pushOne)
  // Another person with a separate session continues to work too.
  const nurse = await target.send('POST', addressOf('assetsFilter'), {
    headers: target.people.noPatients,
    body: {},
  })
  const statuses = await attack.stop()
  const p95 = [before, during].map(({ times }) => quantile(times, 0.95))
  console.log(
    `${title}: a push takes ${p95.map((time) => time.toFixed(0)).join(' ms before and ')} ms (p95) during ${JSON.stringify(statuses)}`,
  )
  expect(before.failures).toEqual([])
  expect(during.failures).toEqual([])
  expect(nurse.status).toBe(200)
  expect(Object.keys(statuses).every((status) => ['200', '401', '429'].includes(status))).toBe(true)
  expect(statuses[429] ?? 0).toBeGreaterThan(0)
  expect(p95[1]).toBeLessThan(Math.max(CALM_MS, SLOWER * (p95[0] ?? 0)))
})
