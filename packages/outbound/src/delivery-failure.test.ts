import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { AddressNotAllowed } from './address-rules.ts'
import { failureOf } from './delivery-failure.ts'
import { postJson } from './post-json.ts'

const servers: Server[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

const failureAt = async (scheme: string, onConnection: (socket: Socket) => void): Promise<string> => {
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const target = {
    url: new URL(`${scheme}://127.0.0.1:${port}/`),
    addresses: [{ address: '127.0.0.1', family: 4 }],
  }
  const status = postJson(target, '{}', {}, AbortSignal.timeout(5_000))
  return status.then((answered) => `status ${answered}`, failureOf)
}

test('a message of another protocol is not repeated', async () => {
  expect(await failureAt('http', (socket) => socket.end('SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n'))).toBe(
    'other-protocol',
  )
  expect(await failureAt('https', (socket) => socket.end('220 mail.hospital.example ESMTP\r\n'))).toBe(
    'not-encrypted',
  )
})

test('a closed connection is reported as closed', async () => {
  expect(await failureAt('http', (socket) => socket.destroy())).toBe('connection-lost')
})

test.each([
  [{ code: 'ECONNREFUSED' }, 'connection-refused'],
  [{ code: 'EHOSTUNREACH' }, 'not-reachable'],
  [{ code: 'ETIMEDOUT' }, 'timed-out'],
  [{ code: 'ENOTFOUND', message: 'getaddrinfo ENOTFOUND mirth.internal' }, 'name-not-found'],
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'certificate-not-trusted'],
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'certificate-not-trusted'],
  [{ code: 'CERT_HAS_EXPIRED' }, 'certificate-not-trusted'],
  [{ code: 'WHATEVER_THEY_SAY' }, 'no-answer'],
  [{ message: 'what came over the wire' }, 'no-answer'],
  [{ name: 'TimeoutError', code: 23 }, 'timed-out'],
  [{ name: 'AbortError', code: 20 }, 'no-answer'],
  [new AddressNotAllowed('mirth.internal leads where this server may not call'), 'address-not-allowed'],
])('%o is reported by its class', (error, failure) => {
  expect(failureOf(error)).toBe(failure)
})
