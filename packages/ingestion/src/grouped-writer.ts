import { isDiskFull, isStoreUnreachable, type Logger, unavailable } from '@wardtrack/service-kit'

/** Joins what concurrent requests want written into few durable writes. */
export type GroupedWriter<T, R> = {
  /** resolves when all of the items are durable, with a result for each. @throws ApiError 503 when they are not */
  submit(items: readonly T[]): Promise<R[]>
  /** items that wait for a write or are in one */
  depth(): number
  /** resolves when everything submitted before this call is settled, however much is submitted after it */
  flushed(): Promise<void>
}

/** What a writer is made from. */
export type GroupedWriterOptions<T, R> = {
  /** writes a group durably; a result for each item, in the order of the group */
  write(group: readonly T[]): Promise<readonly R[]>
  log: Logger
  /** items of one group; a larger submission is a group of its own */
  maxGroup?: number
  /** waiting items from which a second group is written beside the first */
  overlapFrom?: number
  /** fewest submissions that are a full group: it does not wait for the end of the event loop's turn */
  fullFrom?: number
  /** milliseconds: a store that takes longer for a group gets groups as large as they come, never halves */
  slowFrom?: number
  /** milliseconds: where a group of few senders takes longer, the next one waits for those that were just answered */
  gatherFrom?: number
  /** milliseconds after which a group that is still being written holds up no other */
  flushDelay?: number
  /** called after each group with its size and its time in seconds */
  onGroup?: (size: number, seconds: number) => void
}

/** How much of the peak of concurrent submissions is kept at the next group: it follows fewer senders slowly. */
const PEAK_DECAY = 0.98
/** Share of a group's time, and milliseconds at most, that the next group waits for senders that were just answered. */
const GATHERING_SHARE = 0.3
const LONGEST_GATHERING = 5
/** Weight of the newest group in the moving average of latencies. */
const EWMA_WEIGHT = 0.1

type Submission<T, R> = {
  items: readonly T[]
  resolve: (results: R[]) => void
  reject: (error: Error) => void
  /** what its sender waits for */
  settled: () => Promise<R[]>
}

type ActiveGroup<T, R> = { startedAt: number; submissions: readonly Submission<T, R>[] }

/**
 * Makes a writer. While a write is under way submissions collect; the next write takes as many as fit. A handful
 * waits for the write before it, because each durable write costs the same; more than that is written beside it, so
 * that the store never waits for this process. How much may wait is bounded by admission, which every submission's
 * request has passed.
 *
 * Senders that were answered together send again together. In one group they would leave this process idle while the
 * store works and the store idle while this process does; so half of those that are active is a full group, which is
 * written at once, and the two halves alternate. Where a write is slow in itself (a slow disk, a crowded machine) two
 * of half the size would take longer than one: then no group starts before the end of the turn. There, and wherever senders
 * are few, none starts before those who were just answered had the time to send again. Whoever came first would else be
 * written alone, and all others wait for it.
 */
export function createGroupedWriter<T, R>(options: GroupedWriterOptions<T, R>): GroupedWriter<T, R> {
  const {
    maxGroup = 1_000,
    overlapFrom = 16,
    fullFrom = 8,
    slowFrom = 8,
    gatherFrom = 1,
    flushDelay = 1_000,
  } = options
  const waiting: Submission<T, R>[] = []
  const activeGroups = new Set<ActiveGroup<T, R>>()
  let depth = 0
  let itemsInWrites = 0
  let activeSubmissions = 0
  let peakSubmissions = 0
  let latencyEwma = 0
  let isStartScheduled = false
  let flushTimer: NodeJS.Timeout | undefined
  /** as many submissions are waited for, until this ends */
  let expectedSubmissions = 0
  let gathering: NodeJS.Timeout | undefined

  const nextGroup = (): Submission<T, R>[] => {
    let size = 0
    let count = 0
    for (const { items } of waiting) {
      if (count > 0 && size + items.length > maxGroup) break
      size += items.length
      count += 1
    }
    return waiting.splice(0, count)
  }
  const writeGroup = async (group: readonly Submission<T, R>[]): Promise<void> => {
    const items =
      group.length === 1 && group[0] ? group[0].items : group.flatMap((submission) => submission.items)
    itemsInWrites += items.length
    const started = performance.now()
    try {
      const results = await options.write(items)
      // An item without a result may not be stored: nothing of its group is acknowledged.
      if (results.length !== items.length)
        throw new Error(`${items.length} items were written with ${results.length} results`)
      let index = 0
      for (const submission of group) {
        submission.resolve(results.slice(index, index + submission.items.length))
        index += submission.items.length
      }
    } catch (error) {
      options.log.error({ err: error, items: items.length }, 'a group of events could not be written')
      if (group.length > 1 && !isDiskFull(error) && !isStoreUnreachable(error)) {
        itemsInWrites -= items.length
        // The fault lies with one of them: the others are written without it.
        for (const submission of group) await writeGroup([submission])
        return
      }
      for (const submission of group)
        submission.reject(error instanceof Error && isDiskFull(error) ? error : unavailable())
    }
    depth -= items.length
    itemsInWrites -= items.length
    const latency = performance.now() - started
    latencyEwma += (latency - latencyEwma) * EWMA_WEIGHT
    options.onGroup?.(items.length, latency / 1000)
  }
  const isFull = (): boolean =>
    latencyEwma < slowFrom && waiting.length >= Math.max(fullFrom, peakSubmissions / 2)
  const areAllSlow = (): boolean => {
    for (const { startedAt } of activeGroups) if (performance.now() - startedAt < flushDelay) return false
    return true
  }
  const mayStart = (): boolean =>
    waiting.length > 0 &&
    !gathering &&
    (activeGroups.size === 0 ||
      (activeGroups.size === 1 && (depth - itemsInWrites >= overlapFrom || isFull() || areAllSlow())))
  const startGroups = (): void => {
    while (mayStart()) {
      const submissions = nextGroup()
      const group = { startedAt: performance.now(), submissions }
      activeGroups.add(group)
      activeSubmissions += submissions.length
      void writeGroup(submissions).then(() => {
        activeGroups.delete(group)
        activeSubmissions -= submissions.length
        gatherSenders(submissions.length)
        scheduleStart()
      })
    }
  }
  // A turn of the event loop brings several requests: they are written together.
  const scheduleStart = (): void => {
    if (isStartScheduled) return
    isStartScheduled = true
    setImmediate(() => {
      isStartScheduled = false
      peakSubmissions = Math.max(waiting.length + activeSubmissions, peakSubmissions * PEAK_DECAY)
      startGroups()
    })
  }
  const gatherSenders = (answered: number): void => {
    const senders = waiting.length + answered
    // Many senders of a fast store go in halves.
    const mayGather = latencyEwma >= (senders > fullFrom ? Math.max(slowFrom, gatherFrom) : gatherFrom)
    if (!mayGather || activeGroups.size > 0 || senders < 2) return
    expectedSubmissions = senders
    gathering = setTimeout(endGathering, Math.min(LONGEST_GATHERING, latencyEwma * GATHERING_SHARE))
  }
  const endGathering = (): void => {
    clearTimeout(gathering)
    gathering = undefined
    scheduleStart()
  }
  // What waits behind a slow group is written without waiting for the next submission.
  const scheduleFlush = (): void => {
    flushTimer ??= setTimeout(() => {
      flushTimer = undefined
      scheduleStart()
      if (waiting.length > 0) scheduleFlush()
    }, flushDelay).unref()
  }
  return {
    submit: (items) => {
      if (items.length === 0) return Promise.resolve([])
      const settled = new Promise<R[]>((resolve, reject) => {
        waiting.push({ items, resolve, reject, settled: () => settled })
      })
      depth += items.length
      peakSubmissions = Math.max(waiting.length + activeSubmissions, peakSubmissions)
      if (gathering && (waiting.length >= expectedSubmissions || depth - itemsInWrites >= overlapFrom))
        endGathering()
      if (isFull()) startGroups()
      else if (mayStart()) scheduleStart()
      else scheduleFlush()
      return settled
    },
    depth: () => depth,
    flushed: async () => {
      const active = [...activeGroups].flatMap(({ submissions }) => submissions)
      await Promise.allSettled([...active, ...waiting].map(({ settled }) => settled()))
    },
  }
}
