import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ago, openHospital, type TestHospital } from '../../testing/open-hospital.ts'

let hospital: TestHospital
beforeAll(async () => {
  hospital = await openHospital({ limits: { items: 40, bytes: 100_000, requests: 12 } })
  await hospital.addAsset({ AssetId: 'P-1' })
})
afterAll(() => hospital.close())

const item = (n: number) => ({
  AssetType: 'Equipment',
  AssetId: 'P-1',
  mapId: 'm1',
  x: 1,
  y: 1,
  time: ago(1_000 + n),
})
const inFlight = async () => {
  const text = await hospital.parts.metrics.registry.metrics()
  const read = (metric: string) =>
    Number(new RegExp(`^wardtrack_ingest_${metric}_in_flight (\\d+)`, 'm').exec(text)?.[1])
  return [read('items'), read('bytes')]
}

/** Begins requests that announce 8 MB and send one character of them. */
function openUnfinishedPushes() {
  const head = [
    'POST /location/api/ingest/locations HTTP/1.1',
    'host: x',
    `authorization: ${hospital.people.key['authorization']}`,
    'content-type: application/json',
    'content-length: 8000000',
    '',
    '[',
  ].join('\r\n')
  const sockets = Array.from({ length: 5 }, () => connect(Number(new URL(hospital.url).port), '127.0.0.1'))
  return {
    sockets,
    head,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await expect.poll(inFlight).toEqual([0, 0])
    },
  }
}

it('accepts what it can, asks other senders to retry, and stores exactly the acknowledged items', async () => {
  const requests = Array.from({ length: 60 }, (_, n) =>
    Array.from({ length: 10 }, (_unused, k) => item(n * 10 + k)),
  )
  const answers = await Promise.all(requests.map((items) => hospital.push(items)))
  const acceptedItems = answers.flatMap((res, n) => (res.status === 200 ? (requests[n] ?? []) : []))
  const refused = answers.filter((res) => res.status !== 200)
  expect(acceptedItems.length).toBeGreaterThan(0)
  expect(refused.length).toBeGreaterThan(0)
  for (const res of refused) {
    expect(res.status).toBe(429)
    expect(res.body).toMatchObject({ err: 1, code: 'overloaded' })
    expect(Number(res.headers['retry-after'])).toBeGreaterThan(0)
  }
  const rows = await hospital.parts.db.driver.locationHistory.find().toArray()
  expect(rows.map((row) => row.time.toISOString()).sort()).toEqual(
    acceptedItems.map(({ time }) => time).sort(),
  )
  expect(await inFlight()).toEqual([0, 0])
  expect((await hospital.push(item(5_000))).status).toBe(200)
})

it('keeps serving all keys while connections announce large bodies and send nothing', async () => {
  const { sockets, head, close } = openUnfinishedPushes()
  for (const socket of sockets) socket.on('error', () => undefined).write(head)
  await expect.poll(async () => (await inFlight())[1]).toBeGreaterThan(0)
  const items = Array.from({ length: 20 }, (_, n) => item(7_000 + n))
  const sameKey = await hospital.push(items)
  expect([sameKey.status, sameKey.body.accepted]).toEqual([200, 20])
  const otherKey = await hospital.push(item(7_100), await hospital.people.makeKey({}))
  expect([otherKey.status, otherKey.body.accepted]).toEqual([200, 1])
  await close()
})

it('releases memory of senders that disconnect, and never exceeds its byte limit', async () => {
  const { sockets, head, close } = openUnfinishedPushes()
  const responses = sockets.map(
    (socket) =>
      new Promise<string>((resolve) => {
        let text = ''
        socket.on('data', (chunk) => {
          text += String(chunk)
        })
        socket.on('close', () => resolve(text))
        socket.on('error', () => resolve(text))
        socket.write(head)
        socket.write(' '.repeat(60_000))
      }),
  )
  await expect.poll(async () => (await inFlight())[1]).toBeGreaterThan(0)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect((await inFlight())[1]).toBeLessThanOrEqual(100_000)
  await close()
  await Promise.all(responses)
  expect((await hospital.push(item(6_000))).status).toBe(200)
})
