import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { openDatabase } from '@wardtrack/database'
import { expect, onTestFinished, test } from 'vitest'
import { openTestStore, TEST_WAIT } from './open-test-app.ts'

const SOON_KNOWN = /^(answered|MongoNetworkError|MongoPoolClearedError)$/
const CONNECTIONS = 'net.client.socket'

/** Returns the sockets of the database driver, including the one that monitors the store. */
function collectSockets(): Socket[] {
  const sockets: Socket[] = []
  const collect = (message: unknown): void => {
    sockets.push((message as { socket: Socket }).socket)
  }
  subscribe(CONNECTIONS, collect)
  onTestFinished(() => {
    unsubscribe(CONNECTIONS, collect)
  })
  return sockets
}

test('fails a command that is sent while its connection is lost, and reconnects to the store', async () => {
  const store = await openTestStore()
  onTestFinished(() => store.drop())
  const sockets = collectSockets()
  const db = await openDatabase(store.uri)
  onTestFinished(() => db.close())
  const ping = (): Promise<string> => db.ping().then(() => 'answered')
  await Promise.all(Array.from({ length: 4 }, ping))
  for (let round = 0; round < 3; round += 1) {
    for (const socket of sockets.splice(0)) socket.destroy()
    const pings = Array.from({ length: 4 }, () => ping().catch(({ name }: Error) => name))
    for (const outcome of await Promise.all(pings)) expect(outcome).toMatch(SOON_KNOWN)
    await expect.poll(ping, TEST_WAIT).toBe('answered')
  }
})
