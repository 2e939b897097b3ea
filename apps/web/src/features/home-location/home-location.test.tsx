import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Asset } from '@wardtrack/contracts'
import { App } from 'antd'
import { beforeEach, describe, expect, it } from 'vitest'
import { assetQuery } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { samplePump } from '../../testing/sample-assets.ts'
import { AddHomeLocation } from './add-home-location.tsx'

const OPTIONS = '/location/api/location.getLocationOptionsByLevel'
const SAVE = '/api/asset.saveHomeLocation'
const nestedPlaces: Readonly<Record<string, string[]>> = {
  '': ['North', 'South'],
  North: ['Level 1', 'Level 2'],
  'North>Level 1': ['Store', 'Ward'],
  South: [],
}

function hospital(asset: Asset) {
  return fakeServer({
    '/api/assets.getById': () => ({ data: asset }),
    '/location/api/location.getLocationTitle': () => ({
      data: { Level_1: 'Site', Level_2: 'Floor', Level_3: 'Room' },
    }),
    [OPTIONS]: ({ body }) => {
      const { level = 'Level_1', parent = {} } = body as { level?: string; parent?: Record<string, string> }
      return { level, options: nestedPlaces[Object.values(parent).join('>')] ?? [] }
    },
    [SAVE]: ({ body }) => ({
      err: 0,
      message: 'Home location saved.',
      HomeLocation: { fullPath: (body as { level: object }).level },
    }),
  })
}

function Home() {
  const { data } = useQuery(assetQuery('Equipment', 'IP-0412'))
  if (!data) return null
  return (
    <>
      <output data-testid="home">{JSON.stringify(data.HomeLocation?.fullPath ?? null)}</output>
      <AddHomeLocation asset={data} />
    </>
  )
}

async function open(name = 'Add home location'): Promise<HTMLElement> {
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <Home />
      </App>
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name }))
  return screen.findByRole('dialog', { name })
}

async function choose(title: string, option: string): Promise<void> {
  await userEvent.click(await screen.findByRole('combobox', { name: title }))
  await userEvent.click(await screen.findByTitle(option))
}

const dropdowns = () => screen.getAllByRole('combobox').map((dropdown) => dropdown.getAttribute('aria-label'))
const wanting = { fullPath: { Level_1: 'North', Level_2: 'Level 1', Level_3: 'Store' } } as const

describe('adding a home location', () => {
  beforeEach(() => queryClient.clear())

  it("chooses level by level with the hospital's level names, and saves the path", async () => {
    const server = hospital(samplePump())
    const dialog = await open()
    expect(within(dialog).getByText('Infusion Pump 0412 has no home location yet.')).toBeTruthy()
    const save = within(dialog).getByRole('button', { name: 'Save home location' })
    expect(save.hasAttribute('disabled')).toBe(true)
    await choose('Site', 'North')
    await choose('Floor', 'Level 1')
    await choose('Room', 'Store')
    expect(server.to(OPTIONS).map(({ body }) => body)).toContainEqual({
      level: 'Level_3',
      parent: { Level_1: 'North', Level_2: 'Level 1' },
    })
    await userEvent.click(save)
    await screen.findByText('Home location saved.')
    expect(server.to(SAVE)[0]?.body).toEqual({
      AssetType: 'Equipment',
      AssetId: 'IP-0412',
      level: wanting.fullPath,
    })
    await waitFor(() => expect(screen.getByTestId('home').textContent).toBe(JSON.stringify(wanting.fullPath)))
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  })

  it('starts with the current home, and clears deeper levels when a level changes', async () => {
    const server = hospital(samplePump({ HomeLocation: wanting }))
    const dialog = await open('Change home location')
    expect(within(dialog).getByText(/ belongs to North > Level 1 > Store\.$/)).toBeTruthy()
    await waitFor(() => expect(dropdowns()).toEqual(['Site', 'Floor', 'Room']))
    await choose('Site', 'South')
    await waitFor(() => expect(dropdowns()).toEqual(['Site']))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save home location' }))
    await waitFor(() => expect(server.to(SAVE)[0]?.body).toMatchObject({ level: { Level_1: 'South' } }))
    expect(Object.keys((server.to(SAVE)[0]?.body as { level: object } | undefined)?.level ?? {})).toEqual([
      'Level_1',
    ])
  })

  it('shows why the server refuses, and keeps the choice', async () => {
    const server = hospital(samplePump({ HomeLocation: wanting }))
    server.handlers[SAVE] = () => refusal(400, 'validation', 'There is no such place.')
    const dialog = await open('Change home location')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save home location' }))
    expect(await within(dialog).findByText('There is no such place.')).toBeTruthy()
    expect(screen.getByTestId('home').textContent).toBe(JSON.stringify(wanting.fullPath))
  })

  it('offers a retry for a level that failed to load', async () => {
    const server = hospital(samplePump())
    const works = server.handlers[OPTIONS]
    server.handlers[OPTIONS] = () => refusal(403, 'forbidden', 'Your privileges do not allow this.')
    await open()
    expect(await screen.findByText('Your privileges do not allow this.')).toBeTruthy()
    if (works) server.handlers[OPTIONS] = works
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await choose('Site', 'North')
    await screen.findByRole('combobox', { name: 'Floor' })
  })
})
