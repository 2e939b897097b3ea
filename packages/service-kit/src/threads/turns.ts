import { setImmediate as othersTurn } from 'node:timers/promises'

const TURN_MS = 10

/** Creates a function that long loops call: it lets other work run after every 10 ms. */
export function createTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < TURN_MS) return
    await othersTurn()
    since = performance.now()
  }
}
