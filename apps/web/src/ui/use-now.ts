import { createStore, useStore } from '../lib/create-store.ts'

const TICK_MS = 5_000
const clock = createStore(Date.now())
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

const subscribe = (listener: () => void): (() => void) => {
  const unsubscribe = clock.subscribe(listener)
  const tick = (): void => clock.write(Date.now())
  tick()
  watchers += 1
  timer ??= setInterval(tick, TICK_MS)
  return () => {
    unsubscribe()
    watchers -= 1
    if (watchers > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Returns the viewer's clock in milliseconds, updated every 5 s. One timer serves every age label on the page. */
export const useNow = (): number => useStore({ read: clock.read, subscribe })
