import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A received delivery: the end of the address, the key that identifies repeats, and the body. */
export type Received = { path: string; key: string; body: Record<string, unknown> }

/** An HTTP server on loopback that accepts deliveries. */
export type TestReceiver = {
  url: string
  /** all accepted deliveries, in order of arrival */
  received: Received[]
  close(): Promise<void>
}

/** Starts a receiver that accepts everything. @param answerAfterMs duration of each answer */
export async function startReceiver(answerAfterMs = 0): Promise<TestReceiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Received['body']
      const key = String(request.headers['idempotency-key'])
      received.push({ path: request.url?.slice(1) ?? '', key, body })
      setTimeout(() => response.writeHead(204).end(), answerAfterMs)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
