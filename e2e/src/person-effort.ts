import type { Locator } from 'playwright-core'

/**
 * Seconds that a practised person takes for each, after the keystroke-level model (Card, Moran and Newell, 1980): to
 * decide what to do, to point at it, to press, to bring the hand to the keyboard, to type a character.
 */
const SECONDS = { decide: 1.35, point: 1.1, press: 0.2, reach: 0.4, type: 0.28 } as const

/** Works a page as a person does, and tells how long a person would have taken for it, however fast the machine is. */
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
    /** Something that was typed is pasted, or a file is chosen in the browser's own dialog: two more presses. */
    hand: async (action: () => Promise<unknown>): Promise<void> => {
      await action()
      seconds += 2 * (SECONDS.decide + SECONDS.point + SECONDS.press)
    },
    seconds: (): number => Math.round(seconds),
  }
}
