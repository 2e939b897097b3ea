import { useSyncExternalStore } from 'react'

const TICK_MS = 5_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  now = Date.now()
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The viewer's clock in milliseconds, ticking every 5 s. One timer serves every age label on the page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}
