import { MAX_AHEAD_MS } from '@wardtrack/contracts'

/** When an event happened. */
export type EventTime = {
  time: Date
  /** it named no time and is no repeat: it happens now, whatever the clock said before */
  untimed: boolean
}

/**
 * The latest time that a stored value can have when an event meets it. A later one was dated by a clock that was ahead
 * and has been corrected since: nothing is held up by it.
 * @param now milliseconds, not before anything that is compared was received
 */
export const latestCredible = (untimed: boolean, now: number): number => (untimed ? now : now + MAX_AHEAD_MS)

/** Whether an event is newer than what is stored with a time. @param stored milliseconds */
export const isNewerThan = ({ time, untimed }: EventTime, stored: number, now: number): boolean =>
  time.getTime() > stored || stored > latestCredible(untimed, now)

/** A condition on a stored time: it is none, or the event is newer than it. @see isNewerThan */
export const olderThan = ({ time, untimed }: EventTime, now: number): object => ({
  $not: { $gte: time, $lte: new Date(Math.max(time.getTime(), latestCredible(untimed, now))) },
})
