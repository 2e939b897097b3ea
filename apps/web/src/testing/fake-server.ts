import { type Call, calls, DEFAULT_BASES, variantOf } from '@wardtrack/contracts'
import { vi } from 'vitest'

/** A request as received by the fake server. */
export interface SeenRequest {
  readonly path: string
  readonly method: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: unknown
}

type Answer = Response | object
type Handler = (request: SeenRequest) => Answer | Promise<Answer>

/** Creates an error response in the product's shape. */
export const refusal = (status: number, code: string, message: string, more: object = {}): Response =>
  Response.json({ err: 1, code, message, requestId: 'r-1', ...more }, { status })

/** Creates a live stream that the test writes into. */
export function liveBody(): {
  response: () => Response
  send: (event: string, payload: object) => void
  end: () => void
} {
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined
  let id = 0
  const response = (): Response =>
    new Response(new ReadableStream<Uint8Array>({ start: (controller) => void (sink = controller) }), {
      headers: { 'content-type': 'text/event-stream' },
    })
  const send = (event: string, payload: object): void => {
    id += 1
    sink?.enqueue(
      new TextEncoder().encode(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(payload)}\n\n`),
    )
  }
  return { response, send, end: () => sink?.close() }
}

/** Calls that answer with the rows of reports, with the pattern of their path. */
const reportCalls = (Object.values(calls) as Call[])
  .filter(({ produces = 'json', shapes }) => produces === 'json' && shapes.variants)
  .map((call) => {
    const { service, method, path, aliases = [] } = call.route
    const texts = [DEFAULT_BASES[service] + path, ...aliases].map((text) =>
      text
        .replaceAll('.', String.raw`\.`)
        .replaceAll(/\{\+(\w+)\}/g, '(?<$1>.+)')
        .replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)'),
    )
    return { call, method, patterns: texts.map((text) => new RegExp(`^${text}$`)) }
  })

/** Answers of fake servers that break the contract. */
const brokenAnswers: string[] = []

/** Returns the answers of this test that broke the contract, and forgets them. */
export const takeBrokenAnswers = (): string[] => brokenAnswers.splice(0)

/** Compares the answer of a report with the shape that the contract declares. */
function checkAnswer({ path, method }: SeenRequest, answer: object): void {
  for (const { call, method: declared, patterns } of reportCalls) {
    if (declared !== method) continue
    const found = patterns.map((pattern) => pattern.exec(path)).find((match) => match !== null)
    if (!found) continue
    const shape = variantOf(call, found.groups ?? {})?.response ?? call.shapes.response
    const { error } = shape.safeParse(answer)
    for (const { path: member, message } of error?.issues ?? [])
      brokenAnswers.push(`${method} ${path}: ${member.join('.')}: ${message}`)
    return
  }
}

/**
 * Replaces `fetch` by a server. Handlers are keyed by path; a path without a handler is unreachable. A report's
 * answer that breaks the contract fails the test.
 */
export function fakeServer(handlers: Record<string, Handler>) {
  const seen: SeenRequest[] = []
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input, 'http://console.test/')
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const request = {
      path: url.pathname,
      method: init.method ?? 'GET',
      query: url.searchParams,
      headers: new Headers(init.headers),
      body,
    }
    const handler = handlers[request.path]
    if (!handler) throw new TypeError(`nothing at ${request.path}`)
    seen.push(request)
    const answer = await handler(request)
    if (init.signal?.aborted) throw new DOMException('aborted', 'AbortError')
    if (answer instanceof Response) return answer
    checkAnswer(request, answer)
    return Response.json(answer)
  })
  return {
    handlers,
    seen,
    /** Returns the requests to one path, in their order. */
    to: (path: string): SeenRequest[] => seen.filter((request) => request.path === path),
  }
}
