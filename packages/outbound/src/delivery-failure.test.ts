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

test('what another protocol says is not repeated', async () => {
  expect(await failureAt('http', (socket) => socket.end('SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n'))).toBe(
    'no answer: no HTTP',
  )
  expect(await failureAt('https', (socket) => socket.end('220 mail.hospital.example ESMTP\r\n'))).toBe(
    'no answer: no TLS connection',
  )
})

test('a connection that is cut is told as one', async () => {
  expect(await failureAt('http', (socket) => socket.destroy())).toBe('no answer: ECONNRESET')
})

test.each([
  [{ code: 'ECONNREFUSED' }, 'no answer: ECONNREFUSED'],
  [{ code: 'ENOTFOUND', message: 'getaddrinfo ENOTFOUND mirth.internal' }, 'no answer: ENOTFOUND'],
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'no answer: the certificate is not accepted'],
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'no answer: the certificate is not accepted'],
  [{ code: 'CERT_HAS_EXPIRED' }, 'no answer: the certificate is not accepted'],
  [{ code: 'WHATEVER_THEY_SAY' }, 'no answer'],
  [{ message: 'mirth.internal has no address' }, 'no answer'],
  [{ name: 'TimeoutError', code: 23 }, 'no answer in time'],
  [{ name: 'AbortError', code: 20 }, 'no answer'],
  [
    new AddressNotAllowed('mirth.internal leads where this server may not call'),
    'This address may not be called.',
  ],
])('%o is told as its class', (error, failure) => {
  expect(failureOf(error)).toBe(failure)
})
