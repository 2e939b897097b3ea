import { act, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { useBeginAtTop } from './shell.tsx'

const scrolled = (): number => document.documentElement.scrollTop

/** Opens an address, and returns a function that navigates as links of the console do. */
function open(address: string) {
  function Page() {
    useBeginAtTop()
    return null
  }
  const router = createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: [address] })
  render(<RouterProvider router={router} />)
  return (to: string | -1) => act(() => router.navigate(to as string))
}

it('scrolls to the top for another page and another asset only', async () => {
  const go = open('/devices')
  document.documentElement.scrollTop = 700
  await go('/devices?page=2')
  expect(scrolled()).toBe(700)
  await go('/asset-detail;type=Equipment;id=IP-1')
  expect(scrolled()).toBe(0)
  document.documentElement.scrollTop = 300
  await go('/asset-detail;type=Equipment;id=IP-1;tab=history')
  expect(scrolled()).toBe(300)
  await go('/asset-detail;type=Equipment;id=IP-2')
  expect(scrolled()).toBe(0)
})

it('leaves scrolling to the browser on going back', async () => {
  const go = open('/devices')
  await go('/reports')
  await go('/metadata-mappings')
  document.documentElement.scrollTop = 500
  await go(-1)
  expect(scrolled()).toBe(500)
})
