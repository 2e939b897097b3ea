import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly method: string
  readonly path: string
  readonly key: string | undefined
  readonly body: unknown
}

export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A fake server over real HTTP that stores what it received and answers as the test requires. */
export interface FakeServer {
  readonly url: string
  readonly port: number
  readonly received: Received[]
  /** Returns the events accepted so far, including repeats, by path. */
  accepted(path: string): Record<string, unknown>[]
  close(): Promise<void>
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

function allAccepted(body: unknown): Reply {
  const count = Array.isArray(body) ? body.length : 1
  return { status: 200, body: { accepted: count, duplicates: 0, unresolved: 0, refused: 0, errors: [] } }
}

/** Starts the server. `answer` may return a response; undefined accepts everything. */
export async function startFakeServer(
  answer: (request: Received, count: number) => Reply | undefined = () => undefined,
  port = 0,
): Promise<FakeServer> {
  const received: Received[] = []
  const taken: Received[] = []
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const text = await readAll(request)
    const entry: Received = {
      method: request.method ?? '',
      path: request.url ?? '',
      key: request.headers.authorization,
      body: text === '' ? undefined : JSON.parse(text),
    }
    received.push(entry)
    const reply = answer(entry, received.length) ?? allAccepted(entry.body)
    if (reply.status === 200) taken.push(entry)
    response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers })
    response.end(JSON.stringify(reply.body ?? {}))
  }
  const server: Server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    accepted: (path) => taken.filter((entry) => entry.path === path).flatMap((entry) => listOf(entry.body)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listOf(body: unknown): Record<string, unknown>[] {
  return Array.isArray(body) ? body : []
}
