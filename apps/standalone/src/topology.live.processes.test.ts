import type { LiveReader, ReadEvent } from '@wardtrack/test-kit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makePerson } from './testing/running-product.ts'
import {
  COPIES,
  type Copy,
  floorItem,
  type RunningTopology,
  startTopology,
  stopTopology,
  topologyKinds,
} from './testing/running-topology.ts'

// Events received by one process that must appear in the streams of the other.
const KINDS = topologyKinds([{ processes: 'services', redis: false }])
const READERS = 'May see devices'

describe.each(KINDS)('live streams of $processes, with Redis: $redis', (kind) => {
  let starting: Promise<RunningTopology> | undefined
  let topology: RunningTopology
  const readers: LiveReader[] = []
  beforeAll(async () => {
    starting = startTopology(kind)
    topology = await starting
    await topology.pushAt(1, '/location/api/ingest/hierarchies', [floorItem()])
    await topology.pushAt(1, '/api/ingest/assets', [
      { AssetType: 'Equipment', AssetId: 'E-1' },
      { AssetType: 'Patient', AssetId: 'PT-1' },
    ])
    await topology.admin.call('addPrivilege', {
      body: { privilegeName: READERS, description: 'devices', routes: ['devices'] },
    })
    await topology.settle()
  }, 120_000)
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close()
  })
  afterAll(() => stopTopology(starting))

  const open = async (...args: Parameters<RunningTopology['openStream']>): Promise<LiveReader> => {
    const reader = await topology.openStream(...args)
    readers.push(reader)
    return reader
  }
  let x = 0
  /**
   * Moves an asset to a place that no other move of these tests uses. @returns predicate for the events of this move
   */
  const move = async (copy: Copy, AssetType: string, AssetId: string) => {
    x += 1
    const here = x
    await topology.pushAt(copy, '/location/api/ingest/locations', [
      { AssetType, AssetId, mapId: 'm1', x: here, y: 1, unit: 'px' },
    ])
    return ({ event, data }: ReadEvent): boolean =>
      event === 'asset.location' && JSON.stringify(data).includes(`"xCenterPoint":${here},`)
  }
  const named = (reader: LiveReader, name: string) => reader.events.filter(({ event }) => event === name)
  /** Creates a person with one page and the flag, and signs them in at a copy. */
  const makeReader = async (username: string, copy: Copy) => {
    await makePerson(topology.url, topology.at(1), {
      username,
      privileges: [READERS],
      patientDataAccess: true,
    })
    const { data } = await topology.admin.call('users', { query: { search: username } })
    const { token, client } = await topology.signInAt(copy, username)
    return { id: data[0]?._id ?? '', token, client }
  }

  test('send places, states and new assets pushed to either process once to the readers of both', async () => {
    const streams = await Promise.all(COPIES.map((copy) => open(copy)))
    for (const copy of COPIES) {
      const isMove = await move(copy, 'Equipment', 'E-1')
      const AssetId = `N-${copy}`
      await topology.pushAt(copy, '/api/ingest/assets', [{ AssetType: 'Equipment', AssetId }])
      const isNew = ({ event, data }: ReadEvent): boolean =>
        event === 'asset.changed' && JSON.stringify(data).includes(AssetId)
      const BatteryLevel = `LEVEL_${copy}`
      await topology.pushAt(copy, '/status/api/ingest/device-status', [{ deviceId: 'E-1', BatteryLevel }])
      const isState = ({ event, data }: ReadEvent): boolean =>
        event === 'asset.status' && JSON.stringify(data).includes(BatteryLevel)
      for (const stream of streams)
        for (const passes of [isMove, isNew, isState]) {
          await stream.until(passes)
          expect(stream.events.filter(passes)).toHaveLength(1)
        }
    }
    for (const stream of streams) expect(named(stream, 'reset')).toEqual([])
  })

  test('replay missed events to a returning reader, or request a reload at another process', async () => {
    const first = await open(1)
    const { id } = await first.until(await move(2, 'Equipment', 'E-1'))
    first.close()
    // Both processes have received the missed events before the reader returns.
    const witnesses = await Promise.all(COPIES.map((copy) => open(copy)))
    const isMissed = await move(2, 'Equipment', 'E-1')
    await Promise.all(witnesses.map((stream) => stream.until(isMissed)))
    const again = await open(1, { lastEventId: id })
    await again.until(isMissed)
    expect(named(again, 'reset')).toEqual([])
    const elsewhere = await open(2, { lastEventId: id })
    await elsewhere.until(({ event }) => event === 'reset')
    const isNext = await move(1, 'Equipment', 'E-1')
    for (const stream of [again, elsewhere]) {
      await stream.until(isNext)
      expect(stream.events.filter(isNext)).toHaveLength(1)
    }
  })

  test('hide patients in one process after the patient-data flag is removed in the other', async () => {
    const { id, token } = await makeReader('nurse', 2)
    const stream = await open(2, { token })
    await stream.until(await move(1, 'Patient', 'PT-1'))
    await topology.at(1).call('changeUser', { params: { id }, body: { patientDataAccess: false } })
    const change = await stream.until(({ event }) => event === 'access.changed')
    expect(change.data).toMatchObject({ patientDataAccess: false })
    const isHidden = await move(1, 'Patient', 'PT-1')
    // The reader with the flag receives the event, and both processes receive the event after it.
    const witness = await open(2)
    const [isSeen, isShown] = [await move(1, 'Patient', 'PT-1'), await move(1, 'Equipment', 'E-1')]
    await witness.until(isSeen)
    await stream.until(isShown)
    expect(stream.events.filter((event) => isHidden(event) || isSeen(event))).toEqual([])
  })

  test('end in one process when the account is locked or the session ended in the other', async () => {
    const locked = await makeReader('locked', 2)
    const leaving = await makeReader('leaving', 1)
    const streams = [await open(2, { token: locked.token }), await open(2, { token: leaving.token })]
    await topology.at(1).call('changeUser', { params: { id: locked.id }, body: { locked: true } })
    await leaving.client.call('logout', { body: {} })
    for (const stream of streams) await stream.ended
    await expect(open(2, { token: locked.token })).rejects.toThrow('the stream ended after []')
    await expect(open(2, { token: leaving.token })).rejects.toThrow('the stream ended after []')
  })

  test('continue at the other process after a kill and request a reload', async () => {
    const stream = await open(1)
    const { id } = await stream.until(await move(2, 'Equipment', 'E-1'))
    const restarted = topology.kill('api', 1)
    await expect(stream.ended).rejects.toThrow('terminated')
    const next = await open(2, { lastEventId: id })
    await next.until(({ event }) => event === 'reset')
    await next.until(await move(2, 'Equipment', 'E-1'))
    await restarted
    const back = await open(1)
    await back.until(await move(2, 'Equipment', 'E-1'))
  })
})
