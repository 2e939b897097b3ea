import type { LivePayloads } from '@wardtrack/contracts'
import type { Response } from '@wardtrack/service-kit'
import { type Sent, wireText } from './live-event.ts'
import type { StreamRights } from './stream-rights.ts'

/** What may wait for a reader before it counts as slow, in bytes. */
const MOST_WAITING = 512 * 1024

/** One open stream of a session. */
export class LiveStream {
  readonly sessionId: string
  readonly userId: string
  rights: StreamRights
  /** Its rights are being read anew: nothing is sent meanwhile. Counts the readings, of which the last one counts. */
  private reading = 0
  private paused = false
  /** Something was left out: the reader has to ask for everything again. */
  private missed = false
  private slow = false
  private readonly response: Response
  private readonly newest: () => string

  constructor(
    of: { sessionId: string; userId: string; rights: StreamRights },
    response: Response,
    newest: () => string,
  ) {
    this.sessionId = of.sessionId
    this.userId = of.userId
    this.rights = of.rights
    this.response = response
    this.newest = newest
    response.on('drain', () => this.caughtUp())
  }

  open(): void {
    this.response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    })
    this.response.flushHeaders()
  }

  /** Events of everybody's, as text. A slow reader's queue does not grow: it hears `reset` when it has caught up. */
  sendText(text: string): void {
    if (text === '' || this.ended) return
    if (this.paused || this.slow) this.missed = true
    else this.write(text)
  }

  /** Something about this session alone. It has the newest id: whoever comes back with it has missed nothing else. */
  send(sent: Sent, id = this.newest()): void {
    if (!this.ended) this.write(wireText(id, sent))
  }

  reset(): void {
    if (this.paused || this.slow) this.missed = true
    else this.send({ event: 'reset', payload: {} })
  }

  keepAlive(): void {
    if (!this.ended && !this.slow) this.write(': still here\n\n')
  }

  /** Sends nothing until `resume` is called with the ticket that is given. */
  pause(): number {
    this.paused = true
    this.reading += 1
    return this.reading
  }

  resume(ticket: number, rights: StreamRights): void {
    if (ticket !== this.reading) return
    const { allowedRoutes, patientDataAccess } = rights
    this.rights = rights
    this.paused = false
    this.send({ event: 'access.changed', payload: { allowedRoutes, patientDataAccess } })
    this.tellMissed()
  }

  /** Ends the stream. @param reason given when the session itself is over */
  end(reason?: LivePayloads['session.ended']['reason']): void {
    if (this.ended) return
    if (reason) this.send({ event: 'session.ended', payload: { reason } })
    this.response.end()
    // A reader that takes nothing would hold the connection, and with it a process that wants to stop.
    if (this.slow) this.response.destroy()
  }

  get ended(): boolean {
    return this.response.writableEnded || this.response.destroyed
  }

  private write(text: string): void {
    this.response.write(text)
    if (this.response.writableLength > MOST_WAITING) this.slow = true
  }

  private caughtUp(): void {
    this.slow = false
    this.tellMissed()
  }

  private tellMissed(): void {
    if (!this.missed || this.paused || this.slow) return
    this.missed = false
    this.reset()
  }
}
