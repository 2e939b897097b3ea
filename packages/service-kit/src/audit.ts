import type { Call } from '@wardtrack/contracts'
import type { Request, Response } from 'express'

/** What the audit log is told of a request, when it has been answered. */
export type AuditedRequest<A> = {
  call: Call
  /** undefined when nobody was authenticated */
  actor: A | undefined
  target?: { type: string; id: string }
  /** the client's own claim, recorded only */
  pageRoute?: string
  address: string
  status: number
  requestId: string
  time: Date
}

/** Takes audited requests; must not throw and must not wait. */
export type AuditSink<A> = (entry: AuditedRequest<A>) => void

/** Tells the sink about a request once it is answered (or its connection is gone). */
export function auditRequest<A>(call: Call, request: Request, response: Response, sink: AuditSink<A>): void {
  const time = new Date()
  const { pageroute } = request.headers
  const pageRoute = typeof pageroute === 'string' ? pageroute.slice(0, 200) : undefined
  response.on('close', () => {
    const target = response.locals['target'] as { type: string; id: string } | undefined
    sink({
      call,
      actor: response.locals['actor'] as A | undefined,
      ...(target ? { target } : {}),
      ...(pageRoute ? { pageRoute } : {}),
      // Asked of entries that are kept: finding the caller behind proxies costs, and most pushes leave no entry.
      get address() {
        return request.ip ?? ''
      },
      status: response.statusCode,
      requestId: request.id,
      time,
    })
  })
}
