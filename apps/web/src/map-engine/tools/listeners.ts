/** Change listeners of a tool. */
export class Listeners {
  readonly #all = new Set<() => void>()

  /** Calls back at each change from now on. Returns unsubscribe. */
  readonly add = (listener: () => void): (() => void) => {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  notify(): void {
    for (const listener of this.#all) listener()
  }
}
