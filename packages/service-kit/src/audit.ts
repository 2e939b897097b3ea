import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Call } from '@wardtrack/contracts'

/** Facts about what was asked and answered, by name: numbers and fixed texts, no values. */
export type AuditDetails = Record<string, number | string | readonly string[]>

/** What the audit log is told of a request, when it has been answered. */
export type AuditedRequest<A> = {
  call: Call
  /** undefined when nobody was authenticated */
  actor: A | undefined
  target?: { type: string; id: string }
  details?: AuditDetails
  /** the client's own claim, recorded only */
  pageRoute?: string
  address: string
  status: number
  requestId: string
  time: Date
}

/** Takes audited requests; must not throw and must not wait. */
export type AuditSink<A> = (entry: AuditedRequest<A>) => void

/**
 * Tells the sink about a request once it is answered (or its connection is gone).
 * @returns tells it at once, too: for answers that go on for hours
 */
export function auditRequest<A>(
  call: Call,
  request: IncomingMessage,
  response: ServerResponse,
  { sink, trustProxy }: { sink: AuditSink<A>; trustProxy: number },
): (details: AuditDetails) => void {
  const startedAt = new Date()
  const { pageroute } = request.headers
  const pageRoute = typeof pageroute === 'string' ? pageroute.slice(0, 200) : undefined
  const record = (time: Date, details: AuditDetails | undefined): void => {
    const target = response.locals['target'] as { type: string; id: string } | undefined
    sink({
      call,
      actor: response.locals['actor'] as A | undefined,
      ...(target ? { target } : {}),
      ...(details ? { details } : {}),
      ...(pageRoute ? { pageRoute } : {}),
      // Asked of entries that are kept: finding the caller behind proxies costs, and most pushes leave no entry.
      get address() {
        return clientAddress(request, trustProxy)
      },
      status: response.statusCode,
      requestId: request.id,
      time,
    })
  }
  response.on('close', () => record(startedAt, response.locals['auditDetails'] as AuditDetails | undefined))
  return (details) => record(new Date(), details)
}

/** The caller's address: beyond as many proxies as are trusted, what the last of them says. */
export function clientAddress(request: IncomingMessage, trustProxy: number): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const forwardedAddresses = forwarded.map((address) => address.trim()).filter((address) => address !== '')
  const addresses = [request.socket.remoteAddress ?? '', ...forwardedAddresses.reverse()]
  return addresses[Math.min(trustProxy, addresses.length - 1)] ?? ''
}
