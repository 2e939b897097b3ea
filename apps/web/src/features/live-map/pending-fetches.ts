/** Arrivals of so long are asked for together: well below the second in which a device must be seen. */
const batchDelayMs = 120
/** As many ids as one list in criteria may hold. */
const maxIdsPerRequest = 500
/** Who did not match is not asked for again this soon: the whole map is read again by then. */
const unmatchedForMs = 50_000

/** Assets that came to the open map and are not known there, gathered so that one request asks for many. */
export class PendingFetches {
  readonly #waiting = new Set<string>()
  readonly #unmatchedAt = new Map<string, number>()
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Has `ask` called soon with those ids that nobody has asked for lately. */
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

  /** These do not match the search: their moves ask for nothing for a while. */
  reject(ids: readonly string[]): void {
    for (const id of ids) this.#unmatchedAt.set(id, Date.now())
  }

  /** Another map or another search: nobody is waited for any more. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#waiting.clear()
    this.#unmatchedAt.clear()
  }
}
