import { isOutOfReach, type Logger, unavailable } from '@wardtrack/service-kit'

/** Joins what concurrent requests want written into few durable writes. */
export type GroupedWriter<T, R> = {
  /** resolves when all of the items are durable, with a result for each. @throws Refusal 503 when they are not */
  submit(items: readonly T[]): Promise<R[]>
  /** items that wait for a write or are in one */
  depth(): number
  /** resolves when nothing waits and nothing is under way */
  idle(): Promise<void>
}

/** What a writer is made from. */
export type GroupedWriterOptions<T, R> = {
  /** writes a group durably; results in the order of the group */
  write(group: readonly T[]): Promise<readonly R[]>
  log: Logger
  /** items of one group; a larger submission is a group of its own */
  maxGroup?: number
  /** waiting items from which a second group goes on its way while the store works on the first */
  overlapFrom?: number
  /** fewest submissions that are a full group: it does not wait for the end of the event loop's turn */
  fullFrom?: number
  /** milliseconds: a store that takes longer for a group gets groups as large as they come, never halves */
  slowFrom?: number
  /** milliseconds after which a group that is still being written holds up no other */
  flushDelay?: number
  /** hears of each group: its size, and its time in seconds */
  onGroup?: (size: number, seconds: number) => void
}

/** How much of the most submissions seen at a time still counts at the next group: it follows fewer senders slowly. */
const PEAK_KEPT = 0.98
/** How much the newest group's time counts in the usual one. */
const NEWEST_COUNTS = 0.1

type Submission<T, R> = {
  items: readonly T[]
  resolve: (results: R[]) => void
  reject: (error: Error) => void
}

/**
 * Makes a writer. While a write is under way submissions collect; the next write takes as many as fit. A handful
 * waits for the write before it, for each durable write costs the same; more than that goes on its way beside it, so
 * that the store never waits for this process. How much may wait is bounded by admission, which every
 * submission's request has passed.
 *
 * Senders that were answered together come again together. In one group they would leave this process idle while the
 * store works and the store idle while this process does; so half of those under way is a full group, which goes at
 * once, and the two halves take turns. Where a write is slow in itself (a slow disk, a crowded machine) two of half the
 * size would take longer than one: then nobody goes before the turn's end.
 */
export function createGroupedWriter<T, R>(options: GroupedWriterOptions<T, R>): GroupedWriter<T, R> {
  const { maxGroup = 1_000, overlapFrom = 16, fullFrom = 8, slowFrom = 8, flushDelay = 1_000 } = options
  const waiting: Submission<T, R>[] = []
  const whenIdle: (() => void)[] = []
  let busy = 0
  let depth = 0
  let inWrites = 0
  let underWay = 0
  let most = 0
  let usual = 0
  let planned = false
  const begun = new Set<{ at: number }>()
  let patience: NodeJS.Timeout | undefined

  const next = (): Submission<T, R>[] => {
    let size = 0
    let count = 0
    for (const { items } of waiting) {
      if (count > 0 && size + items.length > maxGroup) break
      size += items.length
      count += 1
    }
    return waiting.splice(0, count)
  }
  const run = async (group: readonly Submission<T, R>[]): Promise<void> => {
    const items = group.length === 1 && group[0] ? group[0].items : group.flatMap((one) => one.items)
    inWrites += items.length
    const started = performance.now()
    try {
      const results = await options.write(items)
      let at = 0
      for (const one of group) {
        one.resolve(results.slice(at, at + one.items.length))
        at += one.items.length
      }
    } catch (error) {
      options.log.error({ err: error, items: items.length }, 'a group of events could not be written')
      if (group.length > 1 && !isOutOfReach(error)) {
        inWrites -= items.length
        // Whatever is wrong is wrong with one of them: the others must not go down with it.
        for (const one of group) await run([one])
        return
      }
      for (const one of group) one.reject(unavailable())
    }
    depth -= items.length
    inWrites -= items.length
    const took = performance.now() - started
    usual += (took - usual) * NEWEST_COUNTS
    options.onGroup?.(items.length, took / 1000)
  }
  const isFull = (): boolean => usual < slowFrom && waiting.length >= Math.max(fullFrom, most / 2)
  const isLong = (): boolean => {
    for (const { at } of begun) if (performance.now() - at < flushDelay) return false
    return true
  }
  const mayStart = (): boolean =>
    waiting.length > 0 &&
    (busy === 0 || (busy === 1 && (depth - inWrites >= overlapFrom || isFull() || isLong())))
  const launch = (): void => {
    while (mayStart()) {
      const group = next()
      const mine = { at: performance.now() }
      begun.add(mine)
      busy += 1
      underWay += group.length
      void run(group).then(() => {
        begun.delete(mine)
        busy -= 1
        underWay -= group.length
        plan()
      })
    }
  }
  const start = (): void => {
    planned = false
    most = Math.max(waiting.length + underWay, most * PEAK_KEPT)
    launch()
    if (busy === 0) for (const done of whenIdle.splice(0)) done()
  }
  // A turn of the event loop brings several requests: they go together.
  const plan = (): void => {
    if (planned) return
    planned = true
    setImmediate(start)
  }
  // Whoever waits behind a group that takes long need not wait for the next submission to be seen.
  const lookLater = (): void => {
    patience ??= setTimeout(() => {
      patience = undefined
      plan()
      if (waiting.length > 0) lookLater()
    }, flushDelay).unref()
  }
  return {
    submit: (items) =>
      items.length === 0
        ? Promise.resolve([])
        : new Promise((resolve, reject) => {
            depth += items.length
            waiting.push({ items, resolve, reject })
            most = Math.max(waiting.length + underWay, most)
            if (isFull()) launch()
            else if (mayStart()) plan()
            else lookLater()
          }),
    depth: () => depth,
    idle: () =>
      busy === 0 && waiting.length === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            whenIdle.push(resolve)
          }),
  }
}
