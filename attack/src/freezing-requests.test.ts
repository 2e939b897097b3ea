import { messages } from '@wardtrack/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from './addresses.ts'
import { fillHospital } from './hospital.ts'
import { startProbe } from './progress-probe.ts'
import { openTarget, type Target } from './target.ts'

/** Maximum time that one request may block the process. */
const MAX_PAUSE_MS = 5_000

let target: Target
beforeAll(async () => {
  target = await openTarget()
  await fillHospital(target)
})
afterAll(() => target.close())

const image = (img: string) => ({
  mapData: { xDimension: 10, yDimension: 10 },
  hierarchyId: 'room-1',
  imgData: { img, fileName: 'plan.png' },
})
const filter = (body: unknown) => ({ call: 'assetsFilter', body }) as const

const REQUESTS: Record<string, { call: 'assetsFilter' | 'assetsList' | 'uploadMap'; body: unknown }> = {
  'an image of line breaks': { call: 'uploadMap', body: image(`A${'\n'.repeat(2_000_000)}!`) },
  'an image of equals signs': {
    call: 'uploadMap',
    body: image(`data:image/png;base64,${'='.repeat(2_000_000)}`),
  },
  'a pattern that doubles': filter({ AssetId: { $regex: '^(a+)+$' } }),
  'a pattern of alternatives': filter({ AssetId: { $regex: `${'(a|aa)'.repeat(200)}b` } }),
  'a search of stars': filter({ search: '*'.repeat(10_000) }),
  'a search of white space': filter({ search: ' '.repeat(900_000) }),
  'a list of 10,000 values': filter({ AssetId: Array.from({ length: 10_000 }, (_, n) => `E-${n}`) }),
  '10,000 conditions': filter(Array.from({ length: 10_000 }, (_, n) => ({ AssetId: `E-${n}` }))),
  '50 searches at once': filter(Array.from({ length: 50 }, () => ({ search: 'pump infusion 1' }))),
  'a path of 10,000 levels': filter({ ['a.'.repeat(10_000)]: 1 }),
  'a page far away': { call: 'assetsList', body: { page: 10_000_000, pagesize: 500, query: {} } },
  'a projection of 100 paths': {
    call: 'assetsList',
    body: { projection: Array.from({ length: 100 }, (_, n) => `Fields.${'x.'.repeat(n)}a`), query: {} },
  },
}

describe('one request', () => {
  test.each(Object.keys(REQUESTS))('with %s is answered, and delays nobody', async (title) => {
    const { call, body } = REQUESTS[title] ?? filter({})
    const health = startProbe(async () => {
      const { status } = await target.send('GET', addressOf('healthLive'))
      return status === 200 ? undefined : String(status)
    })
    const answer = await target.send('POST', addressOf(call), { headers: target.people.admin, body })
    const { times, failures } = await health.stop()
    expect(failures).toEqual([])
    expect(times.at(-1)).toBeLessThan(MAX_PAUSE_MS)
    expect([200, 400, 429], `answer to ${answer.text.slice(0, 300)}`).toContain(answer.status)
    expect(typeof (answer.body as { message?: string }).message === 'string' || answer.status === 200).toBe(
      true,
    )
  })

  test('with a token of 100,000 letters is refused like any other', async () => {
    const { status, body } = await target.send('GET', addressOf('getAllowedRoutes'), {
      headers: { authorization: `Bearer ${'a.'.repeat(6_000)}` },
    })
    expect([status, (body as { message?: string }).message]).toEqual([401, messages.notSignedIn])
  })
})
