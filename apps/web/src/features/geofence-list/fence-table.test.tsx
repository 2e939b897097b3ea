import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { layMapsOut, mapHospital, openPage } from '../../testing/map-hospital.tsx'
import { setWindowWidth } from '../../testing/setup.ts'
import { warmUp } from '../../testing/warm-up.ts'
import { sampleFence } from '../geofences/testing/sample-fence.ts'

warmUp()
layMapsOut()

const two = () => [
  sampleFence(),
  sampleFence({ _id: 'f-2', Name: 'Exit door', Type: 'Restricted', EntryTrigger: true, ExitTrigger: false }),
]
const table = () => screen.findByRole('table', { name: 'Geofence List' })

describe('the list of geofences', () => {
  it('shows the name first and hides map id, coordinates, version, times and id', async () => {
    mapHospital({ fences: two() })
    openPage('/geofencelist')
    const heads = within(await table()).getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Type',
      'AssetTypes',
      'EntryTrigger',
      'ExitTrigger',
      'Map',
      'Enabled',
      'Delete',
    ])
    expect(screen.getByText('Exit after 5 min')).toBeTruthy()
    expect(screen.getByText('Entry, immediate')).toBeTruthy()
    for (const hidden of ['m3', 'f-1', '2026-11-02T08:00:00.000Z'])
      expect(screen.queryByText(hidden)).toBeNull()
  })

  it('links from a geofence to its editor', async () => {
    mapHospital({ fences: two() })
    openPage('/geofencelist')
    const link = await screen.findByRole('link', { name: 'Pump bay on Tower A · Level 3' })
    expect(link.getAttribute('href')).toBe('#/geofencing/m3?fence=f-1')
    await userEvent.click(link)
    await screen.findByRole('heading', { name: 'Edit Pump bay' })
  })

  it('switches a geofence off', async () => {
    const server = mapHospital({ fences: two() })
    openPage('/geofencelist')
    await userEvent.click(await screen.findByRole('switch', { name: 'Exit door enabled' }))
    await screen.findByText('Exit door is switched off')
    expect(server.fences.map(({ Enabled }) => Enabled)).toEqual([true, false])
  })

  it('disables the switch for users who may not draw, and shows the reason', async () => {
    mapHospital({ fences: two(), allowedRoutes: ['/geofencelist'] })
    openPage('/geofencelist')
    const toggle = await screen.findByRole<HTMLButtonElement>('switch', { name: 'Pump bay enabled' })
    expect(toggle.disabled).toBe(true)
    expect(toggle.title).toBe('Your privileges do not include Geofencing')
    expect(screen.queryByRole('link', { name: /on Tower A/ })).toBeNull()
  })

  it('deletes a geofence after a confirmation', async () => {
    const server = mapHospital({ fences: two() })
    openPage('/geofencelist')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Exit door' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete geofence' }))
    await screen.findByText('Geofence deleted.')
    await waitFor(() => expect(screen.queryByText('Exit door')).toBeNull())
    expect(server.fences.map(({ Name }) => Name)).toEqual(['Pump bay'])
  })

  it('keeps a geofence that the server could not delete, and shows the reason', async () => {
    const server = mapHospital({ fences: two() })
    server.handlers['/location/api/geofence/delete/f-2'] = () => refusal(404, 'not_found', 'Not found.')
    openPage('/geofencelist')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Exit door' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete geofence' }))
    await screen.findByText('Not found.')
    expect(screen.getByRole('switch', { name: 'Exit door enabled' })).toBeTruthy()
  })

  it('finds geofences by a typed text, and shows that there is none', async () => {
    mapHospital({ fences: two() })
    openPage('/geofencelist?search=restr')
    await screen.findByText('Exit door')
    expect(screen.queryByText('Pump bay')).toBeNull()
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search geofences' }), 'zzz{Enter}')
    await userEvent.click(await screen.findByRole('button', { name: 'Show all geofences' }))
    await screen.findByText('Pump bay')
  })

  it('links to the hierarchy if there are no geofences', async () => {
    mapHospital({})
    openPage('/geofencelist')
    await screen.findByText('No geofences yet')
    expect(screen.getByRole('link', { name: 'Choose a place' }).getAttribute('href')).toBe(
      '#/hierarchy-list-two',
    )
  })

  it('has no column headers on a phone, and hides triggers that are off', async () => {
    setWindowWidth(390)
    mapHospital({ fences: two() })
    openPage('/geofencelist')
    await screen.findByText('Pump bay')
    expect(screen.queryByRole('columnheader')).toBeNull()
    expect(screen.getByText('Exit after 5 min')).toBeTruthy()
  })
})

describe('the edge tolerance', () => {
  it('is 0.5 m until saved, and is one setting for all geofences', async () => {
    const server = mapHospital({ fences: two() })
    openPage('/geofencelist')
    await userEvent.click(await screen.findByRole('button', { name: 'Edge tolerance: 0.5 m' }))
    const field = await screen.findByRole('spinbutton', { name: 'Metres beyond the edge' })
    await userEvent.clear(field)
    await userEvent.type(field, '1.5')
    await userEvent.click(screen.getByRole('button', { name: 'Save tolerance' }))
    await screen.findByText('Setting Saved')
    expect(server.to('/api/settings/create')[0]?.body).toEqual({
      Type: 'Geofence',
      SubType: 'Engine',
      Fields: { tolerance: 1.5 },
    })
    await screen.findByRole('button', { name: 'Edge tolerance: 1.5 m' })
  })

  it('shows that saving failed, and keeps its value', async () => {
    const server = mapHospital({ fences: two() })
    server.handlers['/api/settings/create'] = () => refusal(400, 'validation', 'No.')
    openPage('/geofencelist')
    await userEvent.click(await screen.findByRole('button', { name: 'Edge tolerance: 0.5 m' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Save tolerance' }))
    await screen.findByText('Failed to change settings')
    expect(screen.getByRole('button', { name: 'Edge tolerance: 0.5 m' })).toBeTruthy()
  })
})
