import { isDiskFull, isStoreUnreachable, type Logger, unavailable } from '@wardtrack/service-kit'

/** Groups concurrent writes into few durable ones. */
export type GroupedWriter<T, R> = {
  /**
   * resolves when all of the items are durable, with a result for each. @throws ApiError 503 when the write failed
   */
  submit(items: readonly T[]): Promise<R[]>
  /** number of items that wait or are being written */
  depth(): number
  /** resolves when all earlier submissions are settled, however many follow */
  flushed(): Promise<void>
}

/** Options of a grouped writer. */
export type GroupedWriterOptions<T, R> = {
  /** writes a group durably; returns a result for each item, in order */
  write(group: readonly T[]): Promise<readonly R[]>
  log: Logger
  /** limit of items in one group; a larger submission is a separate group */
  maxGroup?: number
  /** number of waiting items from which a second group is written in parallel */
  overlapFrom?: number
  /** minimum of submissions in a full group, which does not wait for the end of the event loop's turn */
  fullFrom?: number
  /** milliseconds: when groups take longer, waiting submissions are written as one group, not in halves */
  slowFrom?: number
  /**
   * milliseconds: when groups of few senders take longer, the next group waits for senders that were just answered
   */
  gatherFrom?: number
  /** milliseconds after which a running write no longer blocks other groups */
  flushDelay?: number
  /** called after each group with its size and its time in seconds */
  onGroup?: (size: number, seconds: number) => void
}

/** Share of the peak of concurrent submissions that remains at the next group, so that the peak decreases slowly. */
const PEAK_DECAY = 0.98
/**
 * Longest wait of the next group for senders that were just answered: a share of the last groups' time, and
 * milliseconds.
 */
const GATHERING_SHARE = 0.3
const MAX_BATCH_WINDOW = 5
/** Weight of the newest group in the moving average of latencies. */
const EWMA_WEIGHT = 0.1

type Submission<T, R> = {
  items: readonly T[]
  resolve: (results: R[]) => void
  reject: (error: Error) => void
  /** resolves with the sender's results */
  settled: () => Promise<R[]>
}

type ActiveGroup<T, R> = { startedAt: number; submissions: readonly Submission<T, R>[] }

/**
 * Creates a writer. Submissions collect during a write, and the next write takes as many as fit. A few submissions
 * wait for the previous write, because each durable write costs the same. More are written in parallel, so that the
 * store never waits for this process. Admission limits the number of waiting submissions.
 *
 * Senders that were answered together send again together. In one group, process and store would take turns at being
 * idle. Therefore half of the active senders is a full group, which is written immediately, and the two halves
 * alternate. When a write itself is slow (slow disk, busy machine), two groups of half the size would take longer
 * than one. Then no group starts before the end of the turn. With slow writes or few senders, a group also waits for
 * senders that were just answered. Otherwise the first one would be written alone, and all others would wait for it.
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
  /** number of submissions to wait for until the timer ends */
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
      // An item without a result may not be stored, so that nothing of its group is acknowledged.
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
        // One submission is faulty: the others are written without it.
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
        openBatchWindow(submissions.length)
        scheduleStart()
      })
    }
  }
  // Several requests arrive in one turn of the event loop and are written together.
  const scheduleStart = (): void => {
    if (isStartScheduled) return
    isStartScheduled = true
    setImmediate(() => {
      isStartScheduled = false
      peakSubmissions = Math.max(waiting.length + activeSubmissions, peakSubmissions * PEAK_DECAY)
      startGroups()
    })
  }
  const openBatchWindow = (answered: number): void => {
    const senders = waiting.length + answered
    // Many senders of a fast store are written in halves.
    const mayGather = latencyEwma >= (senders > fullFrom ? Math.max(slowFrom, gatherFrom) : gatherFrom)
    if (!mayGather || activeGroups.size > 0 || senders < 2) return
    expectedSubmissions = senders
    gathering = setTimeout(endGathering, Math.min(MAX_BATCH_WINDOW, latencyEwma * GATHERING_SHARE))
  }
  const endGathering = (): void => {
    clearTimeout(gathering)
    gathering = undefined
    scheduleStart()
  }
  // Submissions behind a slow group are written without waiting for the next submission.
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
