/**
 * Time in milliseconds during which arrivals are collected: well below the second in which a device must be visible.
 */
const batchDelayMs = 120
/** Maximum number of ids that one list in criteria may contain. */
const maxIdsPerRequest = 500
/**
 * Time in milliseconds during which ids without a match are not requested again; the whole map is refetched by then.
 */
const unmatchedForMs = 50_000

/** Collects assets that arrived on the open map and are unknown there, so that one request fetches many. */
export class PendingFetches {
  readonly #waiting = new Set<string>()
  readonly #unmatchedAt = new Map<string, number>()
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Schedules `fetchAssets` with the ids that were not requested recently. */
  add(ids: readonly string[], fetchAssets: (ids: readonly string[]) => void): void {
    const now = Date.now()
    for (const id of ids) {
      if (now - (this.#unmatchedAt.get(id) ?? Number.NEGATIVE_INFINITY) >= unmatchedForMs)
        this.#waiting.add(id)
    }
    if (this.#waiting.size === 0 || this.#timer !== undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      const due = [...this.#waiting].slice(0, maxIdsPerRequest)
      for (const id of due) this.#waiting.delete(id)
      fetchAssets(due)
      this.add([], fetchAssets)
    }, batchDelayMs)
  }

  /** Marks ids that do not match the search, so that their moves request nothing for a while. */
  reject(ids: readonly string[]): void {
    for (const id of ids) this.#unmatchedAt.set(id, Date.now())
  }

  /** Drops all pending ids, for another map or another search. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#waiting.clear()
    this.#unmatchedAt.clear()
  }
}
