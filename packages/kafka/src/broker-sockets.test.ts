import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBrokerSockets } from './broker-sockets.ts'

const CONNECTION_MS = 1_000
let servers: Server[] = []
let accepted: Socket[] = []
beforeEach(() => {
  servers = []
  accepted = []
})
afterEach(() => {
  for (const socket of accepted) socket.destroy()
  for (const server of servers) server.close()
})

/** Starts a broker that accepts connections but never answers. @returns its port */
async function startSilentBroker(): Promise<number> {
  const server = createServer((socket) => {
    accepted.push(socket)
    socket.on('error', () => undefined)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

test('ends connections to a broker that does not answer with an error, but no others', async () => {
  const sockets = createBrokerSockets(CONNECTION_MS)
  const [silent, other] = [await startSilentBroker(), await startSilentBroker()]
  const open = async (port: number): Promise<Socket> => {
    const connected: { socket?: Socket } = {}
    await new Promise<void>((resolve) => {
      connected.socket = sockets.factory({
        host: '127.0.0.1',
        port,
        ssl: undefined as never,
        onConnect: resolve,
      })
    })
    if (!connected.socket) throw new Error('there is no connection')
    return connected.socket
  }
  const [first, second, third] = [await open(silent), await open(silent), await open(other)]
  const errors: string[] = []
  for (const socket of [first, second]) socket.on('error', ({ message }) => errors.push(message))
  const closed = [first, second].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
  sockets.abandon(`127.0.0.1:${silent}`)
  await Promise.all(closed)
  expect(errors).toEqual(['the broker did not answer', 'the broker did not answer'])
  expect([first, second, third].map(({ destroyed }) => destroyed)).toEqual([true, true, false])
  // Ended connections are forgotten; a broker without connections is ignored.
  sockets.abandon(`127.0.0.1:${silent}`)
  sockets.abandon('127.0.0.1:1')
  expect(errors).toHaveLength(2)
  third.destroy()
})
