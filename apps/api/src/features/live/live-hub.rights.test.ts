import type { SessionActor } from '@wardtrack/access'
import { Types } from '@wardtrack/database'
import { BUS_GAP, type Response } from '@wardtrack/service-kit'
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

describe('rights that changed without a message', () => {
  test('between the request and the stream: patients are not streamed after the flag is removed', async () => {
    const hub = createLiveHub(api.parts, 60_000)
    const actor = await signedIn(true)
    const change = { $set: { patientDataAccess: false } }
    await api.parts.db.driver.users.updateOne({ username: actor.username }, change)
    const connection = new SlowConnection()
    hub.open(actor, asResponse(connection), undefined)
    api.parts.bus.publish('asset.location', [place('Patient', 'SECRET'), place('Equipment', 'E-1')])
    await waitForText(connection, 'E-1')
    expect(textOf(connection)).toContain('"patientDataAccess":false')
    expect(textOf(connection)).not.toContain('SECRET')
    hub.close()
  })

  test('between the request and the stream: a locked account gets no stream', async () => {
    const hub = createLiveHub(api.parts, 60_000)
    const actor = await signedIn()
    await api.parts.db.driver.users.updateOne({ username: actor.username }, { $set: { locked: true } })
    const connection = new SlowConnection()
    hub.open(actor, asResponse(connection), undefined)
    await vi.waitFor(() => expect(connection.writableEnded).toBe(true), TEST_WAIT)
    expect(connection.written).toEqual([])
    hub.close()
  })

  test('between the request and the stream: an ended session gets no stream', async () => {
    const hub = createLiveHub(api.parts, 60_000)
    const actor = await signedIn()
    await api.parts.access.sessions.end({ sessionId: actor.sessionId }, 'logout')
    const connection = new SlowConnection()
    hub.open(actor, asResponse(connection), undefined)
    await vi.waitFor(() => expect(connection.writableEnded).toBe(true), TEST_WAIT)
    expect(textOf(connection)).not.toContain('event: hello')
    hub.close()
  })

  test('during a bus interruption: the stream continues with the current rights', async () => {
    const hub = createLiveHub(api.parts, 60_000)
    const actor = await signedIn(true)
    const connection = new SlowConnection()
    hub.open(actor, asResponse(connection), undefined)
    await waitForText(connection, 'event: hello')
    await api.parts.db.driver.users.updateOne(
      { username: actor.username },
      { $set: { patientDataAccess: false } },
    )
    api.parts.bus.publish(BUS_GAP, {})
    api.parts.bus.publish('asset.location', [place('Patient', 'SECRET')])
    await waitForText(connection, 'event: reset')
    api.parts.bus.publish('asset.location', [place('Patient', 'SECRET'), place('Equipment', 'E-1')])
    await waitForText(connection, 'E-1')
    expect(textOf(connection)).toContain('"patientDataAccess":false')
    expect(textOf(connection)).not.toContain('SECRET')
    hub.close()
  })
})

describe('without messages about changes in other processes', () => {
  const unconnected = () => ({ ...api.parts, cacheMode: 'shared' as const })

  test('a right that another process revokes limits the stream', async () => {
    const hub = createLiveHub(unconnected(), 60_000, 20)
    const actor = await signedIn(true)
    const connection = new SlowConnection()
    hub.open(actor, asResponse(connection), undefined)
    await waitForText(connection, 'event: hello')
    await api.parts.db.models.users.updateOne(
      { username: actor.username },
      { $set: { patientDataAccess: false } },
    )
    await waitForText(connection, '"patientDataAccess":false')
    api.parts.bus.publish('asset.location', [place('Patient', 'SECRET'), place('Equipment', 'E-1')])
    await waitForText(connection, 'E-1')
    expect(textOf(connection)).not.toContain('SECRET')
    expect(textOf(connection)).not.toContain('event: reset')
    hub.close()
  })

  test('a session that another process ends closes its stream', async () => {
    const hub = createLiveHub(unconnected(), 60_000, 20)
    const actor = await signedIn()
    const connection = new SlowConnection()
    hub.open(actor, asResponse(connection), undefined)
    await waitForText(connection, 'event: hello')
    await api.parts.db.models.sessions.deleteOne({ _id: actor.sessionId })
    await vi.waitFor(() => expect(connection.writableEnded).toBe(true), TEST_WAIT)
    hub.close()
  })

  test('a process that receives all changes does not poll', async () => {
    const hub = createLiveHub(api.parts, 60_000, 20)
    const connection = new SlowConnection()
    hub.open(await signedIn(), asResponse(connection), undefined)
    await waitForText(connection, 'event: hello')
    const find = vi.spyOn(api.parts.db.driver.users, 'find')
    await settled()
    expect(find).not.toHaveBeenCalled()
    find.mockRestore()
    hub.close()
  })
})

describe('a changed privilege', () => {
  test('reads all affected users in one query, and affects no other stream', async () => {
    const hub = createLiveHub(api.parts, 60_000)
    const [first, second, otherPerson] = [await signedIn(), await signedIn(), await signedIn()]
    const privileges = ['May be shared']
    // A new privilege removes an equal name that users already hold.
    await api.post('/api/privilege/addPrivilege', {
      privilegeName: 'May be shared',
      description: 'held by two',
      routes: ['devices'],
    })
    await api.parts.db.driver.users.updateMany(
      { username: { $in: [first.username, second.username] } },
      { $set: { privileges } },
    )
    const connections = [first, second, otherPerson].map((actor) => {
      const connection = new SlowConnection()
      hub.open(actor, asResponse(connection), undefined)
      return connection
    })
    await Promise.all(connections.map((connection) => waitForText(connection, 'event: hello')))
    const find = vi.spyOn(api.parts.db.driver.users, 'find')
    const findOne = vi.spyOn(api.parts.db.driver.users, 'findOne')
    api.parts.bus.publish('access.changed', { privilegeName: 'May be shared' })
    await Promise.all(
      connections.slice(0, 2).map((connection) => waitForText(connection, 'event: access.changed')),
    )
    expect([find.mock.calls.length, findOne.mock.calls.length]).toEqual([1, 0])
    find.mockRestore()
    findOne.mockRestore()
    expect(connections.map((connection) => textOf(connection).includes('event: access.changed'))).toEqual([
      true,
      true,
      false,
    ])
    hub.close()
  })
})
