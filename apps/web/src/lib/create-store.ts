import { useSyncExternalStore } from 'react'

/** Notifies listeners of events. */
export interface Emitter<Event> {
  readonly emit: (event: Event) => void
  /** Returns the function that unsubscribes. */
  readonly subscribe: (listener: (event: Event) => void) => () => void
}

/** Creates an emitter without listeners. */
export function createEmitter<Event = void>(): Emitter<Event> {
  const listeners = new Set<(event: Event) => void>()
  return {
    emit: (event) => {
      for (const listener of listeners) listener(event)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** A value outside React that components can follow with `useStore`. */
export interface ReadableStore<Value> {
  readonly read: () => Value
  readonly subscribe: (listener: () => void) => () => void
}

/** A writable store. Writing the same value notifies no listener. */
export interface Store<Value> extends ReadableStore<Value> {
  readonly write: (value: Value) => void
}

/** Creates a store with an initial value. */
export function createStore<Value>(initial: Value): Store<Value> {
  const changes = createEmitter()
  let current = initial
  return {
    read: () => current,
    subscribe: changes.subscribe,
    write: (value) => {
      if (Object.is(current, value)) return
      current = value
      changes.emit()
    },
  }
}

/** Returns the value of a store. The component renders again when it changes. */
export const useStore = <Value>(store: ReadableStore<Value>): Value =>
  useSyncExternalStore(store.subscribe, store.read)
