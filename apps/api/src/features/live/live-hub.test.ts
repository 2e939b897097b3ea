import type { SessionActor } from '@wardtrack/access'
import { Types } from '@wardtrack/database'
import { type Response } from '@wardtrack/service-kit'
import { TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { SlowConnection } from '../../testing/slow-connection.ts'
import { createLiveHub } from './live-hub.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
  // The service has already registered its gauge; only tests create a second hub in one process.
  vi.spyOn(api.parts.metrics, 'gauge').mockReturnValue(undefined as never)
})
afterAll(() => api.close())

/** Stores a user with a session, and returns the authenticated actor. */
async function signedIn(patientDataAccess = false, target = api): Promise<SessionActor> {
  const _id = new Types.ObjectId()
  const username = _id.toHexString()
  await target.people.signIn({ username, pages: ['devices'], patientDataAccess })
  const user = await target.parts.db.driver.users.findOne({ username })
  if (!user) throw new Error('no such user')
  const { sessionId } = await target.parts.access.sessions.create(user)
  return {
    kind: 'session',
    userId: user._id.toHexString(),
    username,
    sessionId,
    allowedRoutes: ['/devices'],
    patientDataAccess,
    configured: true,
    builtIn: false,
  }
}

const asResponse = (connection: SlowConnection): Response => connection as unknown as Response
const settled = () => new Promise((resolve) => setTimeout(resolve, 150))
const textOf = (connection: SlowConnection): string => connection.written.join('')
/** Waits until a connection has received a text. */
const waitForText = (connection: SlowConnection, text: string) =>
  vi.waitFor(() => expect(textOf(connection)).toContain(text), TEST_WAIT)
const place = (AssetType: string, AssetId: string) => ({
  AssetType,
  AssetId,
  CurrentLocation: { mapId: 'm', fullPath: {}, xCenterPoint: 1, yCenterPoint: 1 },
})

test("limits a slow reader's queue, and sends reset once the reader has caught up", async () => {
  const hub = createLiveHub(api.parts, 60_000)
  const connection = new SlowConnection()
  hub.open(await signedIn(), asResponse(connection), undefined)
  await waitForText(connection, 'event: hello')
  const CurrentLocation = {
    mapId: 'm',
    fullPath: { Level_1: 'x'.repeat(900) },
    xCenterPoint: 1,
    yCenterPoint: 1,
  }
  for (let round = 0; round < 3; round += 1) {
    const manyEvents = Array.from({ length: 1_000 }, (_, n) => ({
      AssetType: 'Equipment',
      AssetId: `E-${n}`,
      CurrentLocation,
    }))
    api.parts.bus.publish('asset.location', manyEvents)
    await settled()
  }
  expect(connection.written).toHaveLength(2)
  connection.takeEverything()
  expect(connection.written).toHaveLength(3)
  expect(connection.written[2]).toContain('event: reset')
  connection.takeEverything()
  expect(connection.written).toHaveLength(3)
  hub.close()
})

test('an expired session ends its streams with the reason expired', async () => {
  const hub = createLiveHub(api.parts, 50)
  const connection = new SlowConnection()
  hub.open({ ...(await signedIn()), sessionId: 'never stored' }, asResponse(connection), undefined)
  await vi.waitFor(() => expect(connection.writableEnded).toBe(true), TEST_WAIT)
  expect(connection.written.join('')).toContain('event: session.ended\ndata: {"reason":"expired"}')
  hub.close()
})

test('keeps a silent connection open', async () => {
  const hub = createLiveHub(api.parts, 20)
  const connection = new SlowConnection()
  hub.open(await signedIn(), asResponse(connection), undefined)
  await vi.waitFor(() => expect(connection.written.join('')).toContain('\n: '), TEST_WAIT)
  expect(connection.writableEnded).toBe(false)
  hub.close()
  expect(connection.writableEnded).toBe(true)
})

test('closing ends every stream, and later events reach no reader', async () => {
  const hub = createLiveHub(api.parts, 60_000)
  const connection = new SlowConnection()
  hub.open(await signedIn(), asResponse(connection), undefined)
  await waitForText(connection, 'event: hello')
  hub.close()
  expect(connection.writableEnded).toBe(true)
  const writtenCount = connection.written.length
  api.parts.bus.publish('config.changed', { what: 'tags' })
  await settled()
  expect(connection.written).toHaveLength(writtenCount)
})

test('an unconfigured system sends only access events', async () => {
  const unconfigured = await openApiTest({ configured: false })
  vi.spyOn(unconfigured.parts.metrics, 'gauge').mockReturnValue(undefined as never)
  const hub = createLiveHub(unconfigured.parts, 60_000)
  const connection = new SlowConnection()
  const actor = {
    ...(await signedIn(false, unconfigured)),
    configured: false,
    allowedRoutes: ['/privilege-settings'],
  }
  hub.open(actor, asResponse(connection), 'an-1')
  unconfigured.parts.bus.publish('config.changed', { what: 'privileges' })
  await waitForText(connection, 'event: hello')
  await settled()
  expect(connection.written).toHaveLength(1)
  expect(connection.written[0]).toContain('event: hello')
  hub.close()
  await unconfigured.close()
})

describe('opening a stream', () => {
  test('sends the events since the reader left, or reset when they are no longer kept', async () => {
    const hub = createLiveHub(api.parts, 60_000)
    const actor = await signedIn()
    /** Opens a stream, waits for a text and leaves. @returns all received text */
    const readUntil = async (text: string, lastId?: string): Promise<string> => {
      const connection = new SlowConnection()
      hub.open(actor, asResponse(connection), lastId)
      await waitForText(connection, text)
      connection.end()
      return textOf(connection)
    }
    const lastId = /^id: (\S+)$/m.exec(await readUntil('event: hello'))?.[1]
    api.parts.bus.publish('asset.location', [place('Equipment', 'E-1')])
    await settled()
    expect(await readUntil('E-1', lastId)).not.toContain('event: reset')
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6 * 60_000)
    api.parts.bus.publish('asset.location', [place('Equipment', 'E-2')])
    await settled()
    clock.mockRestore()
    expect(await readUntil('event: reset', lastId)).not.toContain('E-2')
    hub.close()
  })

  test('misses no event while its rights are read', async () => {
    const hub = createLiveHub(api.parts, 60_000)
    const connection = new SlowConnection()
    hub.open(await signedIn(), asResponse(connection), undefined)
    api.parts.bus.publish('asset.location', [place('Equipment', 'E-1')])
    await waitForText(connection, 'E-1')
    expect(textOf(connection)).not.toContain('event: reset')
    expect(connection.written[0]).toContain('event: hello')
    hub.close()
  })
})
