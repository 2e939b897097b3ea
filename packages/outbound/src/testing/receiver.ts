import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { freePort } from '@wardtrack/test-kit'

/** A received request. */
export type Received = { key: string; body: unknown; headers: IncomingMessage['headers'] }

/** A receiving system on loopback. */
export type Receiver = {
  url: string
  received: Received[]
  /** answers the next requests; accepts by default */
  answer: (received: Received, response: ServerResponse) => void
  /** highest number of concurrent requests */
  maxConcurrent: number
  /** number of connections */
  connections: number
  close(): Promise<void>
}

/** Starts a receiver. @param port a free port when left out; a closed receiver can be started again on its port */
export async function startReceiver(port?: number): Promise<Receiver> {
  const listeningPort = port ?? (await freePort())
  let openRequests = 0
  const server = createServer((request, response) => {
    openRequests += 1
    receiver.maxConcurrent = Math.max(receiver.maxConcurrent, openRequests)
    response.once('close', () => {
      openRequests -= 1
    })
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      const received = { key: String(request.headers['idempotency-key']), body, headers: request.headers }
      receiver.received.push(received)
      receiver.answer(received, response)
    })
  })
  server.on('connection', () => {
    receiver.connections += 1
  })
  const receiver: Receiver = {
    url: '',
    received: [],
    answer: (_received, response) => response.writeHead(204).end(),
    maxConcurrent: 0,
    connections: 0,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await new Promise<void>((resolve) => server.listen(listeningPort, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${listeningPort}`
  return receiver
}
