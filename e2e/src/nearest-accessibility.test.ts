import { describe, expect, test } from 'vitest'
import { setUpBrowserTest } from './browser-test.ts'
import { configure, findingsOn, signedInClient } from './console-session.ts'
import { CATEGORY, fillHouse } from './nearest-house.ts'

/** Accessibility of the pages for the nearest available equipment. */
const running = setUpBrowserTest({
  demo: false,
  prepare: async (product) => {
    await configure(await signedInClient(product))
    await fillHouse(product)
  },
})

describe.each(['desktop', 'phone'] as const)('at %s width', (size) => {
  test('axe finds no serious problems on the list with a route on the plan, light and dark', async () => {
    const path = `devices/nearest?category=${CATEGORY}&map=journey-1&at=100,100&asset=J-2`
    expect(
      await findingsOn(running, size, path, (page) => page.getByText('Lift to Journey Level 2')),
    ).toEqual([])
  })

  test('axe finds no serious problems on the printed code of a place, light and dark', async () => {
    const path = 'hierarchy-list-two/place-code/journey-bay'
    const shown = (page: Parameters<Parameters<typeof findingsOn>[3]>[0]) =>
      page.getByRole('img', { name: 'QR code of Bay 7' })
    expect(await findingsOn(running, size, path, shown)).toEqual([])
  })
})
