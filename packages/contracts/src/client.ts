import type { calls } from './calls/index.ts'
import type { CallResponse, ClientInput, VariantName } from './define-call.ts'
import type { ErrorBody, ErrorCode, ErrorDetail } from './errors.ts'
import { type CallName, DEFAULT_BASES, type RouteSpec, routes, type Service } from './routes.ts'

/** A refusal by the server: the members of the error body and the HTTP status. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number
  readonly code: ErrorCode
  readonly requestId: string
  readonly errors: readonly ErrorDetail[]
  readonly body: Partial<ErrorBody>
  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? `status ${status}`)
    this.status = status
    this.code = body.code ?? 'internal'
    this.requestId = body.requestId ?? ''
    this.errors = body.errors ?? []
    this.body = body
  }
}

/** Thrown if the server was not reached, or did not answer with JSON. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/** Options of a client. */
export type ClientOptions = {
  /** base address of each service, e.g. `http://127.0.0.1:8080/api`; by default the specification's relative ones */
  bases?: Partial<Record<Service, string>>
  fetch?: typeof fetch
  /** returns the headers of each request */
  headers?: () => Record<string, string>
  /** called with every response before it is read, e.g. for token rotation */
  onResponse?: (response: Response, name: CallName) => void
}

type UntypedRequest = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Names of the variants of the call named N, which a path parameter chooses. */
export type VariantOf<N extends CallName> = VariantName<(typeof calls)[N]>
/** Path parameter that chooses a variant. */
type Chosen<C, V> = C extends { shapes: { variants: { param: infer Param extends string } } }
  ? { params: { [name in Param]: V } }
  : unknown
/** Request of the call named N. @template V chosen variant */
export type RequestOf<N extends CallName, V extends VariantOf<N> = VariantOf<N>> = ClientInput<
  (typeof calls)[N]
> &
  Chosen<(typeof calls)[N], V> & {
    headers?: Record<string, string>
    signal?: AbortSignal
  }
/** Response of the call named N. @template V chosen variant */
export type ResponseOf<N extends CallName, V extends VariantOf<N> = VariantOf<N>> = CallResponse<
  (typeof calls)[N],
  V
>

type CallArguments<N extends CallName, V extends VariantOf<N> = VariantOf<N>> =
  Record<string, never> extends RequestOf<N, V> ? [request?: RequestOf<N, V>] : [request: RequestOf<N, V>]

/** Typed client of all declared calls. */
export type Client = {
  /**
   * Makes a call and returns its parsed response. @throws CallError, ConnectionError; AbortError if its signal aborts
   */
  call<N extends CallName, const V extends VariantOf<N> = VariantOf<N>>(
    name: N,
    ...args: CallArguments<N, V>
  ): Promise<ResponseOf<N, V>>
  /** Makes a call and returns the raw response (streams, images). @throws the same errors as `call` */
  open<N extends CallName>(name: N, ...args: CallArguments<N>): Promise<Response>
}

/** Returns the address of a call under its base, with parameters and query. */
export function addressOf(
  name: CallName,
  request: UntypedRequest = {},
  bases: Partial<Record<Service, string>> = {},
): string {
  const route: RouteSpec = routes[name]
  const path = route.path.replaceAll(/\{(\+?)(\w+)\}/g, (_all, plus: string, member: string) => {
    const value = textOf(request.params?.[member])
    return plus ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  for (const [member, value] of Object.entries(request.query ?? {}))
    if (value !== undefined && value !== null) query.append(member, textOf(value))
  const tail = query.size > 0 ? `?${query.toString()}` : ''
  return `${bases[route.service] ?? DEFAULT_BASES[route.service]}${path}${tail}`
}

/**
 * Formats a member of path or query. Values other than texts, numbers and booleans are mistakes, visible in the
 * address.
 */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

/** Creates a client; it sends nothing until a call is made. */
export function createClient(options: ClientOptions = {}): Client {
  const send = async (name: CallName, request: UntypedRequest = {}): Promise<Response> => {
    const doFetch = options.fetch ?? fetch
    // The browser sets the content type of a form with its boundary.
    const isForm = request.body instanceof FormData
    const body = request.body === undefined ? {} : { body: toBody(request.body) }
    const init: RequestInit = {
      method: routes[name].method,
      headers: {
        ...(request.body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...options.headers?.(),
        ...request.headers,
      },
      ...body,
      ...(request.signal ? { signal: request.signal } : {}),
    }
    const response = await fetchOrFail(() => doFetch(addressOf(name, request, options.bases), init))
    options.onResponse?.(response, name)
    if (!response.ok) throw await toCallError(response)
    return response
  }
  return {
    open: (name, ...args) => send(name, args[0]),
    call: async (name, ...args) => {
      const response = await send(name, args[0])
      return (await fetchOrFail(() => response.json())) as ResponseOf<typeof name>
    },
  }
}

const toBody = (body: unknown): string | FormData => (body instanceof FormData ? body : JSON.stringify(body))

async function fetchOrFail<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'AbortError') throw cause
    throw new ConnectionError('The server could not be reached.', { cause })
  }
}

async function toCallError(response: Response): Promise<Error> {
  const body = await response.json().catch(() => undefined)
  // A page of a gateway is no response of the product, so the server counts as unreachable.
  if (typeof body !== 'object' || body === null || !('code' in body))
    return new ConnectionError(`The server answered with status ${response.status}.`)
  return new CallError(response.status, body as Partial<ErrorBody>)
}
