/**
 * Maximum milliseconds between storing an event in history and in its asset. A longer gap is the result of a crash.
 */
const MAX_FLIGHT_MS = 10_000

/** Returns true if an event of history may still be on its way to its asset. @param now milliseconds */
export const isInFlight = ({ receivedAt }: { receivedAt: Date }, now: number): boolean =>
  Math.abs(now - receivedAt.getTime()) < MAX_FLIGHT_MS

/** Age in milliseconds up to which the recovery after a crash finds events by their time. */
const MAX_FOUND_AGE_MS = 300_000

type WrittenEvent = { readonly id: string; readonly asset: object; readonly time: Date }

/** Groups of events that are being written. */
export type WritingGroups = {
  /**
   * returns true if a newer event of the same asset is being written. Then an old event may be late, although its asset
   * does not show that yet
   */
  isOvertaken(event: Pick<WrittenEvent, 'asset' | 'time'>, now: number): boolean
  /** returns true if another group with an event of the same identity is being written */
  isRepeated(group: readonly WrittenEvent[]): boolean
  /** includes a group until its work ends */
  during<T>(group: readonly WrittenEvent[], work: () => Promise<T>): Promise<T>
}

/** Creates the set of groups that a process is writing. */
export function createWritingGroups(): WritingGroups {
  const groups = new Set<readonly WrittenEvent[]>()
  return {
    isOvertaken: ({ asset, time }, now) =>
      time.getTime() < now - MAX_FOUND_AGE_MS &&
      [...groups].some((group) => group.some((other) => other.asset === asset && other.time > time)),
    isRepeated: (group) => {
      const others = [...groups].filter((other) => other !== group)
      if (others.length === 0) return false
      const ids = new Set(group.map(({ id }) => id))
      return others.some((other) => other.some(({ id }) => ids.has(id)))
    },
    during: async (group, work) => {
      groups.add(group)
      try {
        return await work()
      } finally {
        groups.delete(group)
      }
    },
  }
}
