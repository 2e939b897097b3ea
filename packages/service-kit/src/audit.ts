import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Call } from '@wardtrack/contracts'

/** Named facts about a request and its answer: numbers and fixed texts, no values. */
export type AuditDetails = Record<string, number | string | readonly string[]>

/** Facts about an answered request for the audit log. */
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

/** Takes audited requests. It must not throw and must not wait. */
export type AuditSink<A> = (entry: AuditedRequest<A>) => void

/**
 * Reports a request to the sink once it is answered or its connection is closed.
 * @returns a function that reports the request immediately, for answers that last hours
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
      // Read only for entries that are kept: finding the caller behind proxies costs time, and most pushes leave no
      // entry.
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

/** Returns the caller's address, as reported by the last of the trusted proxies. */
export function clientAddress(request: IncomingMessage, trustProxy: number): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const forwardedAddresses = forwarded.map((address) => address.trim()).filter((address) => address !== '')
  const addresses = [request.socket.remoteAddress ?? '', ...forwardedAddresses.reverse()]
  return addresses[Math.min(trustProxy, addresses.length - 1)] ?? ''
}
