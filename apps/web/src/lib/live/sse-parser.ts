/** A server-sent event as received. */
export interface WireEvent {
  readonly event: string
  readonly data: string
  /** Last id of the stream, which may come from an earlier event. */
  readonly id: string
}

/**
 * Incremental parser of `text/event-stream` (HTML standard, section 9.2). It takes text in any pieces and returns
 * complete events.
 */
export class SseParser {
  private unread = ''
  private event = ''
  private lines: string[] = []
  private id = ''
  private swallowLineFeed = false

  push(text: string): WireEvent[] {
    const events: WireEvent[] = []
    let input = this.unread + text
    if (this.swallowLineFeed && input !== '') {
      if (input.startsWith('\n')) input = input.slice(1)
      this.swallowLineFeed = false
    }
    let start = 0
    for (let end = lineEnd(input, start); end !== -1; end = lineEnd(input, start)) {
      const event = this.line(input.slice(start, end))
      if (event) events.push(event)
      start = end + 1
      if (input[end] === '\r') {
        if (input[start] === '\n') start += 1
        // A carriage return at the end of a piece may be the first half of a CRLF pair.
        else if (start === input.length) this.swallowLineFeed = true
      }
    }
    this.unread = input.slice(start)
    return events
  }

  private line(line: string): WireEvent | undefined {
    if (line === '') return this.dispatch()
    const colon = line.indexOf(':')
    if (colon === 0) return undefined
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') this.event = value
    else if (field === 'data') this.lines.push(value)
    else if (field === 'id' && !value.includes('\0')) this.id = value
    return undefined
  }

  private dispatch(): WireEvent | undefined {
    const { event, lines } = this
    this.event = ''
    this.lines = []
    return lines.length === 0 ? undefined : { event: event || 'message', data: lines.join('\n'), id: this.id }
  }
}

const lineEnd = (text: string, from: number): number => {
  const feed = text.indexOf('\n', from)
  const carriage = text.indexOf('\r', from)
  if (feed === -1) return carriage
  return carriage === -1 ? feed : Math.min(feed, carriage)
}
