import type { LivePayloads } from '@wardtrack/contracts'
import type { Viewer } from '@wardtrack/patient-rule'
import type { Response } from '@wardtrack/service-kit'
import { bodyText, type LiveMessage, wireText } from './recent-events.ts'
import type { StreamRights } from './stream-rights.ts'

/** Bytes that may wait for a reader before the reader counts as slow. */
const MAX_WAITING_BYTES = 512 * 1024

/** Options of a stream. */
export type LiveStreamOptions = {
  sessionId: string
  userId: string
  /** rights at the time of the request; the first `resume` confirms them */
  rights: StreamRights
  response: Response
  /** called with the initial rights and after each change */
  onRights: (rights: StreamRights) => void
  /** returns an id of the newest event visible to a viewer */
  newestId: (viewer: Viewer) => string
  /** sends the initial events; called once, when the stream's rights are confirmed */
  sendInitialState: (stream: LiveStream) => void
}

/**
 * Open stream of a session. It starts paused. The owner registers the stream, then reads its rights and resumes it,
 * so that no change of rights is missed between both.
 */
export class LiveStream {
  readonly sessionId: string
  readonly userId: string
  rights: StreamRights
  private readonly options: LiveStreamOptions
  /** Number of reads of the rights; only the result of the last one counts. */
  private pauses = 0
  private isPaused = true
  private isStarted = false
  /** True after events were skipped: the reader has to reload everything. */
  private hasMissed = false
  private isSlow = false

  constructor(options: LiveStreamOptions) {
    this.options = options
    this.sessionId = options.sessionId
    this.userId = options.userId
    this.rights = options.rights
    options.response.on('drain', () => this.handleDrain())
  }

  /** Sends the headers. */
  open(): void {
    const { response } = this.options
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    })
    response.flushHeaders()
  }

  /**
   * Sends the text of events shared by many streams. The queue of a slow reader does not grow: the reader gets
   * `reset` after catching up. A stream that has not started gets the events with its initial state.
   */
  sendText(text: string): void {
    if (text === '' || this.isEnded || !this.isStarted) return
    if (this.isPaused || this.isSlow) this.hasMissed = true
    else this.write(text)
  }

  /** Sends a message about this session only. It carries the newest id: a reader with that id has missed no event. */
  send(message: LiveMessage, id = this.options.newestId(this.rights)): void {
    if (!this.isEnded) this.write(wireText(id, bodyText(message)))
  }

  reset(): void {
    if (this.isPaused || this.isSlow) this.hasMissed = true
    else this.send({ event: 'reset', payload: {} })
  }

  keepAlive(): void {
    if (!this.isEnded && !this.isSlow) this.write(': still here\n\n')
  }

  /** True while the rights are being read: the known rights may be outdated. */
  get isReadingRights(): boolean {
    return this.isPaused
  }

  /** Number of the last pause, which `resume` uses to detect later pauses. */
  get pauseNumber(): number {
    return this.pauses
  }

  /** Pauses the stream until `resume` is called with the returned number. */
  pause(): number {
    this.isPaused = true
    this.pauses += 1
    return this.pauses
  }

  /**
   * Resumes with new rights, unless the stream was paused again meanwhile.
   * @param pauseNumber result of `pause` or, for a running stream, its `pauseNumber` before the rights were read
   * @param announce true to send the rights to the reader even if unchanged
   */
  resume(pauseNumber: number, rights: StreamRights, announce: boolean): void {
    if (pauseNumber !== this.pauses || this.isEnded) return
    const isChanged = !hasSameAccess(this.rights, rights)
    this.rights = rights
    this.isPaused = false
    const isStarting = !this.isStarted
    this.isStarted = true
    if (isStarting || isChanged) this.options.onRights(rights)
    if (isStarting) this.options.sendInitialState(this)
    const { allowedRoutes, patientDataAccess } = rights
    if (announce || isChanged)
      this.send({ event: 'access.changed', payload: { allowedRoutes, patientDataAccess } })
    this.sendPendingReset()
  }

  /** Ends the stream. @param reason set when the session itself has ended */
  end(reason?: LivePayloads['session.ended']['reason']): void {
    if (this.isEnded) return
    const { response } = this.options
    if (reason) this.send({ event: 'session.ended', payload: { reason } })
    response.end()
    // A reader that accepts no data would keep the connection open, and a stopping process running.
    if (this.isSlow) response.destroy()
  }

  private get isEnded(): boolean {
    const { response } = this.options
    return response.writableEnded || response.destroyed
  }

  private write(text: string): void {
    const { response } = this.options
    response.write(text)
    if (response.writableLength > MAX_WAITING_BYTES) this.isSlow = true
  }

  private handleDrain(): void {
    this.isSlow = false
    this.sendPendingReset()
  }

  private sendPendingReset(): void {
    if (!this.hasMissed || this.isPaused || this.isSlow) return
    this.hasMissed = false
    this.reset()
  }
}

const hasSameAccess = (before: StreamRights, after: StreamRights): boolean =>
  before.configured === after.configured &&
  before.patientDataAccess === after.patientDataAccess &&
  before.allowedRoutes.join() === after.allowedRoutes.join()
