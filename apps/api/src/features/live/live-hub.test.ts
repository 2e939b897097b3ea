import { EventEmitter } from 'node:events'
import type { SessionActor } from '@wardtrack/access'
import { Types } from '@wardtrack/database'
import type { Response } from '@wardtrack/service-kit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { listen } from '../../testing/live-reader.ts'
import { createLiveHub } from './live-hub.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
  // The service has registered its gauge already; a second hub in one process is the tests' affair alone.
  vi.spyOn(api.parts.metrics, 'gauge').mockReturnValue(undefined as never)
})
afterAll(() => api.close())

/** A connection whose reader takes nothing until it is told to. */
class SlowConnection extends EventEmitter {
  readonly written: string[] = []
  writableLength = 0
  writableEnded = false
  destroyed = false
  write(text: string): boolean {
    this.written.push(text)
    this.writableLength += text.length
    return false
  }
  writeHead(): void {}
  flushHeaders(): void {}
  end(): void {
    this.writableEnded = true
    this.emit('close')
  }
  destroy(): void {
    this.destroyed = true
  }
  takeEverything(): void {
    this.writableLength = 0
    this.emit('drain')
  }
}

const actor = (more: Partial<SessionActor> = {}): SessionActor => ({
  kind: 'session',
  userId: new Types.ObjectId().toHexString(),
  username: 'x',
  sessionId: 'the session',
  allowedRoutes: ['/devices'],
  patientDataAccess: false,
  configured: true,
  builtIn: false,
  ...more,
})

const asResponse = (connection: SlowConnection): Response => connection as unknown as Response
const settled = () => new Promise((resolve) => setTimeout(resolve, 150))

test('a slow reader’s queue does not grow; it hears reset when it has caught up', async () => {
  const hub = createLiveHub(api.parts, 60_000)
  const connection = new SlowConnection()
  hub.open(actor(), asResponse(connection), undefined)
  const CurrentLocation = {
    mapId: 'm',
    fullPath: { Level_1: 'x'.repeat(900) },
    xCenterPoint: 1,
    yCenterPoint: 1,
  }
  for (let round = 0; round < 3; round += 1) {
    const crowd = Array.from({ length: 1_000 }, (_, n) => ({
      AssetType: 'Equipment',
      AssetId: `E-${n}`,
      CurrentLocation,
    }))
    api.parts.bus.publish('asset.location', crowd)
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

test('a session that ran out ends its streams with the reason expired', async () => {
  const running = await listen(api.app)
  const hub = createLiveHub(api.parts, 50)
  const connection = new SlowConnection()
  hub.open(actor({ sessionId: 'never stored' }), asResponse(connection), undefined)
  await vi.waitFor(() => expect(connection.writableEnded).toBe(true), { timeout: 10_000 })
  expect(connection.written.join('')).toContain('event: session.ended\ndata: {"reason":"expired"}')
  hub.close()
  await running.close()
})

test('a silent connection is kept from falling asleep', async () => {
  const hub = createLiveHub(api.parts, 20)
  const user = await api.parts.db.users.findOne({ username: 'admin' })
  if (!user) throw new Error('no administrator')
  const { sessionId } = await api.parts.access.sessions.create(user)
  const connection = new SlowConnection()
  hub.open(actor({ sessionId }), asResponse(connection), undefined)
  await vi.waitFor(() => expect(connection.written.join('')).toContain('\n: '), { timeout: 10_000 })
  expect(connection.writableEnded).toBe(false)
  hub.close()
  expect(connection.writableEnded).toBe(true)
})

test('closing ends every stream, and what happens later reaches nobody', async () => {
  const hub = createLiveHub(api.parts, 60_000)
  const connection = new SlowConnection()
  hub.open(actor(), asResponse(connection), undefined)
  hub.close()
  expect(connection.writableEnded).toBe(true)
  const said = connection.written.length
  api.parts.bus.publish('config.changed', { what: 'tags' })
  await settled()
  expect(connection.written).toHaveLength(said)
})

test('an unconfigured system tells of nothing but access', async () => {
  const hub = createLiveHub(api.parts, 60_000)
  const connection = new SlowConnection()
  hub.open(actor({ configured: false }), asResponse(connection), 'an-1')
  api.parts.bus.publish('config.changed', { what: 'privileges' })
  await settled()
  expect(connection.written).toHaveLength(1)
  expect(connection.written[0]).toContain('event: hello')
  hub.close()
})
