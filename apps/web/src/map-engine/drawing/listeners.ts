/** Who wants to hear of changes. */
export class Listeners {
  readonly #all = new Set<() => void>()

  /** Hears of each change from now; returns the way out. */
  readonly add = (listener: () => void): (() => void) => {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  tell(): void {
    for (const listener of this.#all) listener()
  }
}
