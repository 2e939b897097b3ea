/** Maximum number of characters, after which the stream restarts, because the request keeps all text it has read. */
const MAX_TEXT_LENGTH = 4 * 1024 * 1024

interface Chunk {
  readonly done: boolean
  readonly value: Uint8Array | undefined
}

/** Part of a Response that a reader of events uses. */
interface EventResponse {
  readonly ok: boolean
  readonly status: number
  readonly headers: Headers
  readonly body: { getReader: () => { read: () => Promise<Chunk>; cancel: () => Promise<void> } }
}

/** Creates a reader that returns the text received so far, in pieces. */
function readerOf(request: XMLHttpRequest) {
  const encoder = new TextEncoder()
  let readLength = 0
  let notifyReader = (): void => undefined
  for (const event of ['progress', 'loadend'])
    request.addEventListener(event, () => {
      notifyReader()
    })
  const isOver = (): boolean => request.readyState === XMLHttpRequest.DONE || readLength > MAX_TEXT_LENGTH
  const read = async (): Promise<Chunk> => {
    for (;;) {
      const text = request.responseText.slice(readLength)
      if (text !== '') {
        readLength += text.length
        return { done: false, value: encoder.encode(text) }
      }
      if (isOver()) {
        request.abort()
        return { done: true, value: undefined }
      }
      await new Promise<void>((resolve) => {
        notifyReader = resolve
      })
    }
  }
  return {
    read,
    cancel: async () => {
      request.abort()
    },
  }
}

const isSuccess = ({ status }: XMLHttpRequest): boolean => status >= 200 && status < 300

/**
 * Fetches an event stream in a browser whose responses have no readable body, such as Firefox before 65. A request
 * object exposes its text before it is complete.
 */
export function fetchEvents(address: string, init: RequestInit): Promise<EventResponse | Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('GET', address)
    new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value))
    request.addEventListener('readystatechange', () => {
      if (request.readyState !== XMLHttpRequest.HEADERS_RECEIVED || !isSuccess(request)) return
      const reader = readerOf(request)
      resolve({
        ok: true,
        status: request.status,
        headers: new Headers(),
        body: { getReader: () => reader },
      })
    })
    // A refusal is not a stream, so it is returned as a complete response.
    request.addEventListener('load', () => {
      if (!isSuccess(request)) resolve(new Response(request.responseText, { status: request.status }))
    })
    request.addEventListener('error', () => reject(new TypeError('The server could not be reached.')))
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    init.signal?.addEventListener('abort', () => request.abort())
    request.send()
  })
}

const wantsEvents = (init: RequestInit | undefined): init is RequestInit =>
  new Headers(init?.headers).get('accept') === 'text/event-stream'

function addressOf(input: RequestInfo | URL): string {
  if (typeof input === 'string') return input
  return input instanceof URL ? input.href : input.url
}

/** Makes `fetch` read event streams if the browser's own cannot; the browser handles all other requests. */
export function installEventFetch(): void {
  if ('body' in Response.prototype) return
  const browserFetch = window.fetch.bind(window)
  window.fetch = (input, init) =>
    wantsEvents(init) ? (fetchEvents(addressOf(input), init) as Promise<Response>) : browserFetch(input, init)
}
