import { TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makePerson } from './testing/running-product.ts'
import {
  COPIES,
  type Copy,
  type RunningTopology,
  startTopology,
  stopTopology,
  topologyKinds,
} from './testing/running-topology.ts'

// Data that one process caches, or shares through Redis, after a change through the other process.
const KINDS = topologyKinds([{ processes: 'products', redis: true }])
const ROUNDS = 3
const PEOPLE = 'May look'
/** Further reads after a change is visible, none of which may be older. */
const CONFIRMATIONS = 5

describe.each(KINDS)('caches of $processes, with Redis: $redis', (kind) => {
  let starting: Promise<RunningTopology> | undefined
  let topology: RunningTopology
  beforeAll(async () => {
    starting = startTopology(kind)
    topology = await starting
    await topology.pushAt(1, '/location/api/ingest/hierarchies', [
      { hierarchyId: 'f0', fullName: ['House', 'F0'] },
    ])
    await topology.pushAt(1, '/api/ingest/assets', [{ AssetType: 'Equipment', AssetId: 'E-0' }])
    await topology.client.call('createSettings', {
      body: { Type: 'Scale', SubType: 'redis', Fields: { Enabled: true, deviceThreshold: 1 } },
    })
    await vi.waitFor(async () => {
      const { data } = await topology.client.call('scalingStatus', {})
      const states = data.processes.filter(({ live }) => live).map(({ redis }) => redis)
      const wanted = kind.redis ? 'in-use' : 'unavailable'
      if (states.some((state) => state !== wanted)) throw new Error(`Redis is ${states.join(', ')}`)
    }, TEST_WAIT)
  }, 120_000)
  afterAll(() => stopTopology(starting))

  /**
   * Changes data through the two copies in turn, while both are read. The copy that made the change must show it
   * immediately, the other soon, and neither may revert to the old value.
   */
  const expectRounds = async (
    change: (copy: Copy, round: number) => Promise<unknown>,
    read: (copy: Copy) => Promise<unknown>,
    expected: (round: number) => unknown,
  ): Promise<void> => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const copy = COPIES[round % 2] ?? 1
      for (const each of COPIES) await read(each)
      await change(copy, round)
      expect(await read(copy)).toEqual(expected(round))
      for (const each of COPIES) {
        await vi.waitFor(async () => expect(await read(each)).toEqual(expected(round)), TEST_WAIT)
        for (let again = 0; again < CONFIRMATIONS; again += 1)
          expect(await read(each)).toEqual(expected(round))
      }
    }
  }

  test('show changes of the metadata mapping', async () => {
    const mapping = async (copy: Copy) => topology.at(copy).call('getMetaDataMapping', {})
    await expectRounds(
      (copy, round) =>
        topology.at(copy).call('updateMetaDataMapping', {
          body: { id: 'mapping', query: { 'Equipment.SerialNo.Alias': `Serial ${round}` } },
        }),
      async (copy) => JSON.stringify(await mapping(copy)).match(/Serial \d/)?.[0],
      (round) => `Serial ${round}`,
    )
  })

  test('show changed rights of people', async () => {
    await topology.admin.call('addPrivilege', {
      body: { privilegeName: PEOPLE, description: 'some pages', routes: ['error-logs'] },
    })
    await makePerson(topology.url, topology.admin, {
      username: 'looker',
      privileges: [PEOPLE],
      patientDataAccess: false,
    })
    const sessions = new Map(
      await Promise.all(
        COPIES.map(async (copy) => [copy, (await topology.signInAt(copy, 'looker')).client] as const),
      ),
    )
    const body = { privilegeName: PEOPLE, routes: ['devices'] }
    await expectRounds(
      (copy, round) => topology.at(copy).call(round % 2 === 1 ? 'addRoutes' : 'removeRoutes', { body }),
      async (copy) => {
        const client = sessions.get(copy)
        const list = await client?.call('assetsFilter', { query: {}, body: {} }).then(
          () => 200,
          ({ status }: { status: number }) => status,
        )
        return [list, (await client?.call('getAllowedRoutes', {}))?.allowedRoutes.includes('/devices')]
      },
      (round) => (round % 2 === 1 ? [200, true] : [403, false]),
    )
  })

  test('show changes of the selectable places', () =>
    expectRounds(
      (copy, round) =>
        topology.pushAt(copy, '/location/api/ingest/hierarchies', [
          { hierarchyId: `f${round}`, fullName: ['House', `F${round}`] },
        ]),
      async (copy) => (await topology.at(copy).call('rtlsHierarchies', {})).data.length,
      (round) => round + 1,
    ))

  test('show changes of the assets and their number', () =>
    expectRounds(
      (copy, round) =>
        topology.pushAt(copy, '/api/ingest/assets', [{ AssetType: 'Equipment', AssetId: `E-${round}` }]),
      async (copy) => {
        const { assets, maxAssets } = await topology.at(copy).call('assetsFilter', {
          query: {},
          body: { AssetType: 'Equipment' },
        })
        return [maxAssets, assets.map(({ AssetId }) => AssetId).toSorted()]
      },
      (round) => [round + 1, Array.from({ length: round + 1 }, (_, index) => `E-${index}`)],
    ))
})
