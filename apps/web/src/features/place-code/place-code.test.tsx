import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { layMapsOut, mapHospital, openPage } from '../../testing/map-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

warmUp()
layMapsOut()

it('is a sheet with the code of a place, its path and the address in the code', async () => {
  mapHospital({})
  openPage('/hierarchy-list-two/place-code/h3')
  expect(await screen.findByRole('img', { name: 'QR code of Level 3' })).toBeTruthy()
  expect(screen.getByText('Northfield General > Tower A')).toBeTruthy()
  const address = screen.getByRole<HTMLInputElement>('textbox', { name: 'Address of the code' }).value
  expect(address).toBe(`${window.location.href.split('#', 1)[0]}#/devices/nearest?place=h3`)
})

it('has another code for another address, with the quiet zone that cameras need', async () => {
  const server = mapHospital({})
  server.handlers['/location/api/hierarchy/getLocationHierarchyById/bay%20%26%201'] = () => ({
    data: { _id: 'b', hierarchyId: 'bay & 1', mapId: 'm3', fullName: ['Bay 1'], fullDisplayName: 'Bay 1' },
  })
  openPage('/hierarchy-list-two/place-code/bay%20%26%201')
  const code = await screen.findByRole('img', { name: 'QR code of Bay 1' })
  const address = screen.getByRole<HTMLInputElement>('textbox', { name: 'Address of the code' }).value
  expect(new URLSearchParams(address.split('?')[1]).get('place')).toBe('bay & 1')
  const path = code.querySelector('path')?.getAttribute('d') ?? ''
  const modules = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)])
  expect(modules.length).toBeGreaterThan(100)
  expect(Math.min(...modules.flat())).toBe(4)
})

it('is printed unchanged', async () => {
  mapHospital({})
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  openPage('/hierarchy-list-two/place-code/h3')
  await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledTimes(1)
})

it('offers a retry when the place cannot be loaded', async () => {
  const server = mapHospital({})
  const path = '/location/api/hierarchy/getLocationHierarchyById/h3'
  const answer = server.handlers[path]
  server.handlers[path] = () => refusal(503, 'unavailable', 'Not available.')
  openPage('/hierarchy-list-two/place-code/h3')
  await screen.findByText('The place could not be loaded')
  if (answer) server.handlers[path] = answer
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('img', { name: 'QR code of Level 3' })).toBeTruthy()
})

it('links from an unknown place to the list of places', async () => {
  const server = mapHospital({})
  server.handlers['/location/api/hierarchy/getLocationHierarchyById/gone'] = () =>
    refusal(404, 'not_found', 'Not found.')
  openPage('/hierarchy-list-two/place-code/gone')
  const link = await screen.findByRole('link', { name: 'Search for a place' })
  expect(link.getAttribute('href')).toBe('#/hierarchy-list-two')
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})
