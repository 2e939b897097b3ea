import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { layMapsOut, mapHospital, openPage } from '../../testing/map-hospital.tsx'
import { isLive } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

warmUp()
layMapsOut()
beforeEach(() => queryClient.clear())

const report = {
  _id: 'r-1',
  Name: 'Pumps of the house',
  Description: 'All pumps',
  Subject: 'Equipment',
  Type: 'List',
  share: 'Everyone',
  Fields: ['AssetId', 'BatteryLevel', 'Forgotten'],
  Icons: 'icon-battery-report',
  owner: 'b.nurse',
  mayEdit: false,
  createdAt: '2026-11-02T08:00:00.000Z',
  revision: 'one',
}
const heat = { ...report, _id: 'r-2', Name: 'Batteries', Type: 'Heat Map', TargetField: 'BatteryLevel' }
const hidden = { ...report, _id: 'r-3', Name: 'Only by a tag', share: 'Tag', tag: 'Battery' }
const row = { _id: 'a-1', AssetType: 'Equipment', AssetId: 'P-1', BatteryLevel: 'LEVEL_4' }
const pointer = {
  _id: 'a-1',
  AssetType: 'Equipment',
  AssetId: 'P-1',
  CurrentLocation: { mapId: 'm3', fullPath: {}, xCenterPoint: 10, yCenterPoint: 20 },
  icon_type: 1,
  Fields: { Clinicians: [], Equipments: [] },
  Target: 'LEVEL_4',
}

function hospital() {
  const reports: object[] = [heat, hidden, report]
  const server = mapHospital({ allowedRoutes: ['/devices', '/custom-report', '/heat-map-report'] })
  Object.assign(server.handlers, {
    '/api/custom.getAllCustomReports': () => ({ data: reports, count: reports.length }),
    '/api/custom.getCustomReportById/r-1': () => report,
    '/api/custom.getCustomReportById/r-2': () => heat,
    '/api/filters/getFiltersForUser': () => ({ data: [] }),
    '/api/assets.getFilterOption': () => [{}],
    '/api/report.getFilterDataForReport/custom-report': () => ({ assets: [row], maxAssets: 1 }),
    '/api/report.getFilterDataForReport/heat-map-report': () => ({ assets: [row], maxAssets: 1 }),
    '/api/assets.getfilterMap': () => [
      { mapId: 'm3', name: 'Level 3', xDimension: 64, yDimension: 40, count: 1 },
    ],
    '/api/custom.MapsPointer/r-2': () => ({ data: [pointer], truncated: false }),
  })
  return { server, reports }
}

it('shows the rows of a report under its name, requested by its id', async () => {
  const { server } = hospital()
  openPage('/custom-report/r-1')
  const table = await screen.findByRole('table', { name: 'Pumps of the house' })
  expect(await within(table).findByText('Brim-full')).toBeTruthy()
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Asset ID', 'Battery Level'])
  expect(screen.getByRole('heading', { name: 'Pumps of the house' })).toBeTruthy()
  expect(server.to('/api/report.getFilterDataForReport/custom-report')[0]?.body).toMatchObject({
    reportId: 'r-1',
  })
  expect(screen.queryByRole('link', { name: 'Edit report' })).toBeNull()
})

it('redirects to the page of its type', async () => {
  hospital()
  openPage('/custom-report/r-2')
  await screen.findByRole('table', { name: 'Batteries' })
  expect(window.location.hash).toContain('#/heat-map-report/r-2')
})

it('shows a heat map on its plan, with the number of assets in each colour', async () => {
  const { server } = hospital()
  openPage('/heat-map-report/r-2')
  const legend = await screen.findByRole('list', { name: 'Battery Level' })
  await waitFor(() => expect(within(legend).getByText('Brim-full').textContent).toBe('Brim-full1'))
  expect(server.to('/api/custom.MapsPointer/r-2')[0]?.body).toContainEqual({ 'CurrentLocation.mapId': 'm3' })
})

it('is in the menu while it is for everyone, and follows changes by live events', async () => {
  const { server, reports } = hospital()
  openPage('/custom-report/r-1')
  await screen.findByRole('table', { name: 'Pumps of the house' })
  const group = screen.queryByRole('button', { name: 'Reports' })
  if (group?.getAttribute('aria-expanded') === 'false') await userEvent.click(group)
  const menu = screen.getByRole('navigation', { name: 'Main' })
  const batteries = await within(menu).findByRole('link', { name: 'Batteries' })
  expect(batteries.getAttribute('href')).toContain('/heat-map-report/r-2')
  expect(within(menu).queryByText('Only by a tag')).toBeNull()
  await isLive()
  reports.push({ ...report, _id: 'r-4', Name: 'Brand new' })
  const before = server.to('/api/custom.getAllCustomReports').length
  server.live.send('config.changed', { what: 'reports' })
  await within(menu).findByRole('link', { name: 'Brand new' })
  expect(server.to('/api/custom.getAllCustomReports').length).toBeGreaterThan(before)
})
