import type { Locator } from 'playwright-core'

/**
 * Seconds that a practised user takes for each step, by the keystroke-level model (Card, Moran and Newell, 1980):
 * decide, point, press, move the hand to the keyboard, type a character.
 */
const SECONDS = { decide: 1.35, point: 1.1, press: 0.2, reach: 0.4, type: 0.28 } as const

/** Operates a page like a user, and computes the time that a user would take, independent of the machine. */
export function createEffort() {
  let seconds = 0
  const click = async (target: Locator): Promise<void> => {
    await target.click()
    seconds += SECONDS.decide + SECONDS.point + SECONDS.press
  }
  return {
    click,
    type: async (target: Locator, text: string): Promise<void> => {
      await click(target)
      await target.fill(text)
      seconds += SECONDS.reach + text.length * SECONDS.type
    },
    /** Pastes text, or chooses a file in the browser's dialog: two more presses. */
    hand: async (action: () => Promise<unknown>): Promise<void> => {
      await action()
      seconds += 2 * (SECONDS.decide + SECONDS.point + SECONDS.press)
    },
    seconds: (): number => Math.round(seconds),
  }
}
