import { setImmediate as othersTurn } from 'node:timers/promises'

const TURN_MS = 10

/** Makes a function for long loops: it gives others their turn when the loop has run for 10 ms. */
export function createTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < TURN_MS) return
    await othersTurn()
    since = performance.now()
  }
}
