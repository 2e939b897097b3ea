import type { Page } from 'playwright-core'

export type Point = { x: number; y: number }
/** A mouse or finger that draws on a map: places in CSS pixels of the window. */
export type Hand = {
  press(at: Point): Promise<void>
  drag(from: Point, to: Point): Promise<void>
}

/** Returns the middle of the map in the window, once the map is ready for drawing. */
export async function middleOfMap(page: Page): Promise<Point> {
  const map = page.getByRole('application')
  await map.waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
  await map.scrollIntoViewIfNeeded()
  const box = await map.boundingBox()
  if (!box) throw new Error('no map on the page')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

export const mouseOf = ({ mouse }: Page): Hand => ({
  press: ({ x, y }) => mouse.click(x, y),
  drag: async (from, to) => {
    await mouse.move(from.x, from.y)
    await mouse.down()
    await mouse.move(to.x, to.y, { steps: 5 })
    await mouse.up()
  },
})

export async function fingerOf(page: Page): Promise<Hand> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  const whileTouched = async (act: () => Promise<void>): Promise<void> => {
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await act()
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  }
  return {
    press: (at) =>
      whileTouched(async () => {
        await touch('touchStart', at)
        await touch('touchEnd')
      }),
    drag: (from, to) =>
      whileTouched(async () => {
        await touch('touchStart', from)
        await touch('touchMove', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })
        await touch('touchMove', to)
        await touch('touchEnd')
      }),
  }
}

/** Presses keys one after the other. */
export async function pressKeys({ keyboard }: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await keyboard.press(key)
}
