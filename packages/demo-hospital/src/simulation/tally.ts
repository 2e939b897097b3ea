const SAMPLES = 512

/** Counters of sent events and the server's responses, for the status line and for tests. */
export class Tally {
  sent = 0
  accepted = 0
  duplicates = 0
  unresolved = 0
  refused = 0
  /** Failed requests: refused completely, answered with an error, or not answered. */
  errors = 0
  /** Events dropped because the server was unreachable for longer than the buffer lasts. */
  dropped = 0
  private readonly times: number[] = []
  private next = 0

  answered(milliseconds: number): void {
    this.times[this.next] = milliseconds
    this.next = (this.next + 1) % SAMPLES
  }

  /** Returns the 95th percentile of the last response times in milliseconds; 0 before the first. */
  p95(): number {
    const sorted = [...this.times].sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length * 0.95)] ?? sorted.at(-1) ?? 0
  }
}

/** Formats the status line. `before` is the tally's `sent` at the last line, `seconds` the time since. */
export function statusLine(tally: Tally, buffered: number, sentBefore: number, seconds: number): string {
  const rate = seconds > 0 ? (tally.sent - sentBefore) / seconds : 0
  return [
    `sent ${tally.sent}`,
    `accepted ${tally.accepted}`,
    `duplicates ${tally.duplicates}`,
    `unresolved ${tally.unresolved}`,
    `refused ${tally.refused}`,
    `errors ${tally.errors}`,
    `dropped ${tally.dropped}`,
    `buffered ${buffered}`,
    `${rate.toFixed(1)} events/s`,
    `p95 ${tally.p95().toFixed(0)} ms`,
  ].join(' · ')
}
