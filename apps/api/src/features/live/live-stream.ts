import type { LivePayloads } from '@wardtrack/contracts'
import type { Viewer } from '@wardtrack/patient-rule'
import type { Response } from '@wardtrack/service-kit'
import { bodyText, type LiveMessage, wireText } from './recent-events.ts'
import type { StreamRights } from './stream-rights.ts'

/** What may wait for a reader before it counts as slow, in bytes. */
const MAX_WAITING_BYTES = 512 * 1024

/** What a stream is opened with. */
export type LiveStreamOptions = {
  sessionId: string
  userId: string
  /** rights as the request had them; confirmed by the first `resume` */
  rights: StreamRights
  response: Response
  /** told of the rights that the stream begins with, and of each change of them */
  onRights: (rights: StreamRights) => void
  /** an id of the newest event that a viewer may be told of */
  newestId: (viewer: Viewer) => string
  /** sends what the reader gets first; called once, when the stream's rights are confirmed */
  sendInitialState: (stream: LiveStream) => void
}

/**
 * One open stream of a session. It begins paused: whoever registers it reads its rights after that and resumes it, so
 * that no change of rights falls between reading and registering.
 */
export class LiveStream {
  readonly sessionId: string
  readonly userId: string
  rights: StreamRights
  private readonly options: LiveStreamOptions
  /** Number of times the rights were asked for again: the answer to the last question counts. */
  private pauses = 0
  private isPaused = true
  private isStarted = false
  /** Something was left out: the reader has to ask for everything again. */
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
   * Sends events that many streams get, as text. A slow reader's queue does not grow: it gets `reset` when it has
   * caught up. A stream that has not started gets them with its initial state.
   */
  sendText(text: string): void {
    if (text === '' || this.isEnded || !this.isStarted) return
    if (this.isPaused || this.isSlow) this.hasMissed = true
    else this.write(text)
  }

  /** Sends a message about this session alone. It carries the newest id: a reader with that id has missed nothing. */
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

  /** Whether its rights are being read: what is known of them may be outdated. */
  get isReadingRights(): boolean {
    return this.isPaused
  }

  /** Number of the last pause, for `resume`: it tells whether the stream was paused since. */
  get pauseNumber(): number {
    return this.pauses
  }

  /** Sends nothing until `resume` is called with the number that is returned. */
  pause(): number {
    this.isPaused = true
    this.pauses += 1
    return this.pauses
  }

  /**
   * Goes on with new rights, unless the stream was paused again meanwhile.
   * @param pauseNumber what `pause` returned, or of a stream that goes on its `pauseNumber` before the rights were read
   * @param announce tell the reader of its rights even if they are the same
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

  /** Ends the stream. @param reason given when the session itself is over */
  end(reason?: LivePayloads['session.ended']['reason']): void {
    if (this.isEnded) return
    const { response } = this.options
    if (reason) this.send({ event: 'session.ended', payload: { reason } })
    response.end()
    // A reader that takes nothing would hold the connection, and with it a process that wants to stop.
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
