/** Steps that are remembered; older ones are let go. */
const longest = 200

/** A value with its past: what a person did can be taken back and done again. */
export class History<T> {
  #past: T[] = []
  #future: T[] = []
  #now: T
  #run: string | undefined

  constructor(start: T) {
    this.#now = start
  }

  get now(): T {
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
  go(next: T, run?: string): void {
    if (run === undefined || run !== this.#run) this.#past = [...this.#past, this.#now].slice(-longest)
    this.#run = run
    this.#future = []
    this.#now = next
  }

  /** Takes the last step back; false if there is none. */
  undo(): boolean {
    return this.#turn(this.#past, this.#future)
  }

  /** Does again what was taken back last; false if there is nothing. */
  redo(): boolean {
    return this.#turn(this.#future, this.#past)
  }

  /** Starts anew from a value that has no past. */
  restart(value: T): void {
    this.#past = []
    this.#future = []
    this.#run = undefined
    this.#now = value
  }

  #turn(from: T[], to: T[]): boolean {
    if (from.length === 0) return false
    to.push(this.#now)
    this.#now = from.pop() as T
    this.#run = undefined
    return true
  }
}
