/** Steps that are remembered; older ones are let go. */
const longest = 200

/** A value with its past: what a person did can be taken back and done again. */
export class UndoHistory<T> {
  #past: T[] = []
  #future: T[] = []
  #now: T
  #group: string | undefined

  constructor(start: T) {
    this.#now = start
  }

  get current(): T {
    return this.#now
  }

  get canUndo(): boolean {
    return this.#past.length > 0
  }

  get canRedo(): boolean {
    return this.#future.length > 0
  }

  /**
   * Goes on to a new value.
   * @param run steps that follow one another under the same name are taken back together, as a run of key presses is
   */
  push(next: T, run?: string): void {
    if (run === undefined || run !== this.#group) this.#past = [...this.#past, this.#now].slice(-longest)
    this.#group = run
    this.#future = []
    this.#now = next
  }

  /** Goes on to a new value in place of the last one, which is no step. */
  replace(next: T): void {
    this.#group = undefined
    this.#now = next
  }

  /** Takes the last step back; false if there is none. */
  undo(): boolean {
    return this.#step(this.#past, this.#future)
  }

  /** Does again what was taken back last; false if there is nothing. */
  redo(): boolean {
    return this.#step(this.#future, this.#past)
  }

  /** Starts again from a value that has no past. */
  reset(value: T): void {
    this.#past = []
    this.#future = []
    this.#group = undefined
    this.#now = value
  }

  #step(from: T[], to: T[]): boolean {
    if (from.length === 0) return false
    to.push(this.#now)
    this.#now = from.pop() as T
    this.#group = undefined
    return true
  }
}
