import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { findEnabledButton } from '../../testing/enabled-button.ts'
import { refusal } from '../../testing/fake-server.ts'
import { layMapsOut, mapHospital, openPage } from '../../testing/map-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

warmUp()
layMapsOut()

const LEFT_OUT = { unplaced: 0, notSeen: 0, offline: 0, infusing: 0, lowBattery: 0, unclean: 0, claimed: 0 }
const ward = { Level_1: 'Northfield', Level_2: 'Tower A', Level_3: 'Bay 7' }
const start = { mapId: 'm3', mapName: 'Level 3', x: 800, y: 500, fullPath: ward, precision: 'place' }
const pump = (AssetId: string, metres: number | null, members: object = {}) => ({
  AssetType: 'Equipment',
  AssetId,
  AssetName: `Pump ${AssetId}`,
  mapId: 'm3',
  mapName: 'Level 3',
  x: 900,
  y: 500,
  fullPath: ward,
  seenAt: new Date(Date.now() - 60_000).toISOString(),
  metres,
  alongLanes: true,
  ...members,
})
type Found = {
  assets: ReturnType<typeof pump>[]
  leftOut: typeof LEFT_OUT
  taking: object[]
  truncated?: boolean
}

/** Creates a hospital with the given available equipment, and records its requests. */
const hospital = (members: Partial<Found> = {}) => {
  const found: Found = { assets: [pump('1', 12), pump('2', 40)], leftOut: LEFT_OUT, taking: [], ...members }
  const server = mapHospital({ allowedRoutes: ['/devices'] })
  Object.assign(server.handlers, {
    '/location/api/nearest.categories': () => ({
      categories: [
        { category: 'Pump', alias: 'Infusion Pump', count: 9 },
        { category: 'Bed', alias: 'Bed', count: 2 },
      ],
    }),
    '/location/api/nearest.places': () => ({ places: [{ hierarchyId: 'bay-7', fullPath: ward }] }),
    '/location/api/nearest.assets': () => ({ start, total: found.assets.length, truncated: false, ...found }),
    '/location/api/nearest.route': ({ body }: { body: unknown }) => {
      const { assetId } = body as { assetId: string }
      const asset = found.assets.find(({ AssetId }) => AssetId === assetId) ?? pump(assetId, null)
      const points = [start, asset].map(({ x, y }) => ({ x, y }))
      return {
        start,
        asset,
        legs: asset.metres === null ? [] : [{ mapId: 'm3', mapName: 'Level 3', points }],
      }
    },
    '/location/api/nearest.claim': () => {
      const claim = { by: 'm.okafor', until: new Date(Date.now() + 900_000).toISOString() }
      found.assets = found.assets.map((asset) => (asset.AssetId === '1' ? { ...asset, claim } : asset))
      found.taking = [{ AssetType: 'Equipment', AssetId: '1', AssetName: 'Pump 1', claim }]
      return { err: 0, message: 'Reserved for you for 15 minutes', claim }
    },
    '/location/api/nearest.release': () => {
      found.assets = found.assets.map(({ AssetId, metres }) => pump(AssetId, metres))
      found.taking = []
      return { err: 0, message: 'Released. Others can reserve it again.' }
    },
    '/location/api/nearest.reportMissing': () => {
      const missing = { by: 'm.okafor', at: new Date().toISOString() }
      found.assets = [pump('2', 40), pump('1', 12, { missing })]
      return { err: 0, message: 'Reported as missing.', missing }
    },
    '/location/api/nearest.withdrawReport': () => {
      found.assets = [pump('1', 12), pump('2', 40)]
      return { err: 0, message: 'The report was withdrawn.' }
    },
  })
  return server
}
const FROM_BAY = '/devices/nearest?category=Pump&place=bay-7'
/** Returns the names of the rows, from the nearest on. */
const rows = (): string[] =>
  screen
    .getAllByRole('button', { name: /Pump \d/ })
    .flatMap((button) =>
      button.hasAttribute('aria-expanded') ? (/Pump \d/.exec(button.textContent ?? '') ?? []) : [],
    )

it("opens a list from a phone's home page in two taps: a category, and the place chosen once", async () => {
  localStorage.removeItem('wardtrack.nearest-place')
  const server = hospital()
  openPage('/devices/nearest')
  await userEvent.click(await screen.findByRole('link', { name: /Infusion Pump/ }))
  await userEvent.click(await screen.findByRole('button', { name: /Bay 7/ }))
  await screen.findByText('From Bay 7')
  await screen.findByText('2 available')
  expect(server.to('/location/api/nearest.assets').at(-1)?.body).toEqual({
    category: 'Pump',
    start: { place: 'bay-7' },
    seenWithinMinutes: 30,
  })
  expect(localStorage.getItem('wardtrack.nearest-place')).toBe('bay-7')
  expect(window.location.hash).toContain('place=bay-7')
})

it('offers recent places first, then places near the last one; a search sorts by match', async () => {
  localStorage.setItem('wardtrack.nearest-place', 'store')
  localStorage.setItem('wardtrack.nearest-places', 'store\nbay-7')
  const server = hospital()
  const at = (hierarchyId: string, name: string, members: object = {}) => ({
    hierarchyId,
    fullPath: { ...ward, Level_3: name },
    ...members,
  })
  const offered = [
    at('store', 'Store', { why: 'recent' }),
    at('bay-7', 'Bay 7', { why: 'recent' }),
    at('bay-1', 'Bay 1', { why: 'near' }),
    at('annex', 'Annex'),
  ]
  server.handlers['/location/api/nearest.places'] = () => ({ places: offered })
  openPage('/devices/nearest?category=Pump')
  await userEvent.click(await screen.findByRole('button', { name: 'Change' }))
  const before = await screen.findByRole('list', { name: 'Recent places' })
  expect(within(before).getAllByRole('button')).toHaveLength(2)
  expect(within(screen.getByRole('list', { name: 'Near your last place' })).getByText('Bay 1')).toBeTruthy()
  expect(screen.getByRole('button', { name: /Annex/ })).toBeTruthy()
  const { query } = server.to('/location/api/nearest.places').at(-1) ?? {}
  expect([query?.get('near'), query?.get('recent')]).toEqual(['store', 'store\nbay-7'])
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search units and rooms' }), 'bay')
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Recent places' })).toBeNull())
  await userEvent.click(await screen.findByRole('button', { name: /Bay 1/ }))
  await waitFor(() => expect(localStorage.getItem('wardtrack.nearest-places')).toBe('bay-1\nstore\nbay-7'))
})

it('shows the nearest first, its metres, and the route to the chosen one in words', async () => {
  hospital({ assets: [pump('1', 12), pump('2', 40, { alongLanes: false }), pump('3', null)] })
  openPage(FROM_BAY)
  await screen.findByText('3 available')
  expect(rows()).toEqual(['Pump 1', 'Pump 2', 'Pump 3'])
  expect(screen.getByText('12 m')).toBeTruthy()
  expect(screen.getByText('≈ 40 m')).toBeTruthy()
  expect(screen.getByText('Other floor')).toBeTruthy()
  await screen.findByText('12 m on foot.')
  await userEvent.click(screen.getByRole('button', { name: /Pump 2/ }))
  await screen.findByText('40 m in a straight line: parts of the route have no lanes.')
  expect(window.location.hash).toContain('asset=2')
  await userEvent.click(screen.getByRole('button', { name: /Pump 3/ }))
  await screen.findByText("It's on Level 3; no route is mapped.")
})

it('claims an asset for 15 minutes, shows the remaining time, and releases it', async () => {
  const server = hospital()
  openPage(FROM_BAY)
  await userEvent.click(await screen.findByRole('button', { name: "I'll take it: Pump 1" }))
  await screen.findByText('Reserved for you for 15 minutes')
  const card = await screen.findByRole('region', { name: 'Reserved for you: Pump 1' })
  expect(within(card).getByText(/^1[45]:\d\d left$/)).toBeTruthy()
  expect(server.to('/location/api/nearest.claim').at(-1)?.body).toEqual({ assetId: '1' })
  await userEvent.click(within(card).getByRole('button', { name: 'Release Pump 1' }))
  await screen.findByText('Released. Others can reserve it again.')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Reserved for you: Pump 1' })).toBeNull())
})

it('shows who was faster', async () => {
  const server = hospital()
  server.handlers['/location/api/nearest.claim'] = () =>
    refusal(409, 'conflict', 'Somebody else has reserved this asset.')
  openPage(FROM_BAY)
  await userEvent.click(await screen.findByRole('button', { name: "I'll take it: Pump 1" }))
  await screen.findByText('Somebody else has reserved this asset.')
  expect(screen.queryByText(/Reserved for you/)).toBeNull()
})

it('reports a missing asset with one tap, moves it to the end, and withdraws the report', async () => {
  const server = hospital()
  openPage(`${FROM_BAY}&asset=1`)
  await userEvent.click(await screen.findByRole('button', { name: 'Not there: Pump 1' }))
  await screen.findByText('Reported as missing.')
  await screen.findByText(/Reported missing .* by m\.okafor/)
  expect(rows()).toEqual(['Pump 2', 'Pump 1'])
  expect(server.to('/location/api/nearest.reportMissing').at(-1)?.body).toEqual({ assetId: '1' })
  await userEvent.click(await findEnabledButton('Undo report: Pump 1'))
  await screen.findByText('The report was withdrawn.')
  await screen.findByRole('button', { name: 'Not there: Pump 1' })
})

it('shows why none is available, and offers those seen longer ago', async () => {
  const server = hospital({ assets: [], leftOut: { ...LEFT_OUT, infusing: 3, notSeen: 1, claimed: 1 } })
  openPage(FROM_BAY)
  await screen.findByText('No Infusion Pump available')
  expect(
    screen.getByText('Not available: 3 infusing, 1 reserved by somebody else, 1 not seen recently.'),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^Include those seen within/ }))
  await waitFor(() =>
    expect(server.to('/location/api/nearest.assets').at(-1)?.body).toMatchObject({ seenWithinMinutes: 240 }),
  )
})

it('shows that a linked place is gone, and lets the user choose another', async () => {
  const server = hospital()
  const answer = server.handlers['/location/api/nearest.assets']
  server.handlers['/location/api/nearest.assets'] = () => refusal(404, 'not_found', 'Not found.')
  openPage('/devices/nearest?category=Pump&place=torn-down')
  await screen.findByText('Place not available')
  await userEvent.click(screen.getByRole('button', { name: 'Choose a place' }))
  if (answer) server.handlers['/location/api/nearest.assets'] = answer
  await userEvent.click(await screen.findByRole('button', { name: /Bay 7/ }))
  expect(await screen.findByText('2 available')).toBeTruthy()
})

it('offers a retry when the server is down', async () => {
  const server = hospital()
  const answer = server.handlers['/location/api/nearest.assets']
  server.handlers['/location/api/nearest.assets'] = () => refusal(503, 'unavailable', 'Not available.')
  openPage(FROM_BAY)
  await screen.findByText('The nearest equipment could not be loaded')
  if (answer) server.handlers['/location/api/nearest.assets'] = answer
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('2 available')).toBeTruthy()
})
