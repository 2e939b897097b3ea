/** Number of steps kept; older steps are dropped. */
const longest = 200

/** A value with its history, for undo and redo. */
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
   * Records a new value.
   * @param run consecutive steps with the same name are undone together, such as a series of key presses
   */
  push(next: T, run?: string): void {
    if (run === undefined || run !== this.#group) this.#past = [...this.#past, this.#now].slice(-longest)
    this.#group = run
    this.#future = []
    this.#now = next
  }

  /** Replaces the current value without a new step. */
  replace(next: T): void {
    this.#group = undefined
    this.#now = next
  }

  /** Undoes the last step; returns false if there is none. */
  undo(): boolean {
    return this.#step(this.#past, this.#future)
  }

  /** Redoes the step undone last; returns false if there is none. */
  redo(): boolean {
    return this.#step(this.#future, this.#past)
  }

  /** Sets a value and clears the history. */
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
