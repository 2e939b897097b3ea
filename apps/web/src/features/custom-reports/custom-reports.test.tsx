import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { refusal } from '../../testing/fake-server.ts'
import { mapHospital, openPage } from '../../testing/map-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

warmUp()

const report = {
  _id: 'r-1',
  Name: 'Pumps',
  Description: 'All pumps',
  Subject: 'Equipment',
  Type: 'List',
  share: 'Everyone',
  Fields: ['AssetName', 'BatteryLevel'],
  Icons: 'icon-battery-report',
  owner: 'b.nurse',
  mayEdit: true,
  createdAt: '2026-11-02T08:00:00.000Z',
  revision: 'one',
}
const heat = {
  ...report,
  _id: 'r-2',
  Name: 'Batteries',
  Type: 'Heat Map',
  TargetField: 'BatteryLevel',
  share: 'None',
}
const preview = {
  columns: [
    { key: 'AssetName', label: 'Asset Name' },
    { key: 'BatteryLevel', label: 'Battery Level' },
    { key: 'CurrentLocation', label: 'Current Location' },
  ],
  assets: [
    {
      _id: 'a-1',
      AssetType: 'Equipment',
      AssetId: 'P-1',
      AssetName: 'Pump 1',
      BatteryLevel: 'LEVEL_4',
      CurrentLocation: 'Site>Ward',
    },
  ],
  maxAssets: 12,
}

const entry = (Alias: string, Model: string, Options?: object) => ({
  Alias,
  Model,
  tableKey: Alias,
  filterFlag: '1',
  inputType: 'input',
  ...(Options ? { Options } : {}),
})
const mapping = {
  _id: 'mapping',
  _aliases: { Equipment: 'Devices', Clinician: 'Clinicians' },
  Equipment: {
    AssetName: entry('Asset Name', 'Fields.AssetName'),
    BatteryLevel: entry('Battery Level', 'Fields.BatteryLevel.Level', { LEVEL_4: { alias: 'Full' } }),
  },
  Clinician: { Status: entry('Duty', 'Fields.Status') },
}

beforeEach(() => queryClient.clear())

const hospital = (reports: object[]) => {
  const server = mapHospital({ allowedRoutes: ['/devices', '/generate-report'] })
  const answers = { reports }
  Object.assign(server.handlers, {
    '/api/asset.getMetaDataMapping': () => mapping,
    '/api/custom.getAllCustomReports': () => ({ data: answers.reports, count: answers.reports.length }),
    '/api/custom.getCustomReportById/r-1': () => report,
    '/api/custom.previewCustomReport': () => preview,
    '/api/custom.createCustomReport': () => ({ err: 0, message: 'Report saved.', data: report }),
    '/api/custom.editCustomReportById/r-1': () => ({ err: 0, message: 'Report saved.', data: report }),
  })
  return { server, answers }
}
const enter = async (label: string, text: string): Promise<void> => {
  const field = screen.getByRole('textbox', { name: label })
  await userEvent.clear(field)
  await userEvent.click(field)
  await userEvent.paste(text)
}
const choose = async (label: string, option: string): Promise<void> => {
  await userEvent.click(screen.getByRole('combobox', { name: label }))
  await userEvent.click(await screen.findByTitle(option))
}

it('lists the reports by type; deleting one hides its row immediately, after a confirmation', async () => {
  const { server, answers } = hospital([
    heat,
    report,
    { ...report, _id: 'r-3', Name: 'Theirs', mayEdit: false },
  ])
  server.handlers['/api/custom.deleteCustomReportById/r-1'] = () => {
    answers.reports = [heat]
    return { err: 0, message: 'Report deleted.' }
  }
  openPage('/generate-report')
  const table = await screen.findByRole('table', { name: 'Generated Reports' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Name', 'Type', 'Shared with', 'Owner', 'Edit', 'Delete'])
  expect(screen.queryByRole('button', { name: 'Delete Theirs' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Edit Pumps' }).getAttribute('href')).toContain(
    '/generate-report-form/r-1',
  )
  await userEvent.click(screen.getByRole('radio', { name: 'Heat Map' }))
  await waitFor(() => expect(screen.queryByText('Pumps')).toBeNull())
  expect(screen.getByText('Batteries')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Generate report' }).getAttribute('href')).toContain('type=Heat')
  await userEvent.click(screen.getByRole('radio', { name: 'All' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Pumps' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete report' }))
  await screen.findByText('Report deleted.')
  expect(screen.queryByRole('button', { name: 'Delete Pumps' })).toBeNull()
})

it('shows a row again when the server refuses to delete its report', async () => {
  const { server } = hospital([report])
  server.handlers['/api/custom.deleteCustomReportById/r-1'] = () => refusal(403, 'forbidden', 'Not yours.')
  openPage('/generate-report')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Pumps' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete report' }))
  await screen.findByText('Not yours.')
  expect(await screen.findByRole('button', { name: 'Delete Pumps' })).toBeTruthy()
})

it('shows a preview during editing, and saves the report once it is complete', async () => {
  const { server } = hospital([])
  openPage('/generate-report-form')
  const generate = await screen.findByRole('button', { name: 'Generate' })
  expect(generate.hasAttribute('disabled')).toBe(true)
  expect(screen.getByText('No preview yet')).toBeTruthy()
  await enter('Name', 'Pumps')
  await enter('Description', 'ab')
  await choose('Subject', 'Devices')
  await choose('Fields', 'Asset Name')
  await screen.findByText('Pump 1')
  expect(screen.getByText('Site > Ward')).toBeTruthy()
  expect(screen.getByText('1 of 12 rows')).toBeTruthy()
  expect(await screen.findByText('Report Description is required')).toBeTruthy()
  await enter('Description', 'abc')
  await userEvent.click(await screen.findByTitle('Custom tags'))
  await userEvent.click(screen.getByRole('radio', { name: /^Tag/ }))
  expect(generate.hasAttribute('disabled')).toBe(true)
  await userEvent.click(await screen.findByRole('combobox', { name: 'Tag' }))
  await userEvent.paste('Battery')
  await userEvent.click(screen.getByRole('radio', { name: 'Alerts' }))
  await waitFor(() => expect(generate.hasAttribute('disabled')).toBe(false))
  await userEvent.click(generate)
  await screen.findByText('Report saved.')
  expect(server.to('/api/custom.createCustomReport')[0]?.body).toEqual({
    Name: 'Pumps',
    Description: 'abc',
    Subject: 'Equipment',
    Type: 'List',
    Fields: ['AssetName', 'CustomTags'],
    share: 'Tag',
    tag: 'Battery',
    Icons: 'icon-alert-report',
  })
  await waitFor(() => expect(window.location.hash).toBe('#/devices'))
})

it('requires a field and no sharing for a heat map, and other fields for another subject', async () => {
  const { server } = hospital([])
  openPage('/generate-report-form?type=Heat+Map')
  await screen.findByRole('button', { name: 'Generate' })
  await choose('Subject', 'Devices')
  await choose('Target field', 'Battery Level')
  await waitFor(() =>
    expect(server.to('/api/custom.previewCustomReport').at(-1)?.body).toMatchObject({
      TargetField: 'BatteryLevel',
    }),
  )
  await choose('Fields', 'Asset Name')
  await choose('Subject', 'Clinicians')
  await waitFor(() => expect(screen.getByText('No preview yet')).toBeTruthy())
})

it("shows the server's errors at their fields, and returns to the list", async () => {
  const { server } = hospital([report])
  server.handlers['/api/custom.editCustomReportById/r-1'] = () =>
    refusal(400, 'validation', 'This field is not in the metadata mapping.', {
      errors: [{ path: 'Fields.1', message: 'This field is not in the metadata mapping.' }],
    })
  openPage('/generate-report-form/r-1')
  const edit = await screen.findByRole('button', { name: 'Edit' })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Pumps')
  await userEvent.click(edit)
  await screen.findByText('This field is not in the metadata mapping.')
  await choose('Fields', 'Custom tags')
  server.handlers['/api/custom.editCustomReportById/r-1'] = () => ({
    err: 0,
    message: 'Report saved.',
    data: report,
  })
  await userEvent.click(edit)
  await screen.findByText('Report saved.')
  expect(server.to('/api/custom.editCustomReportById/r-1')[0]?.body).toMatchObject({
    revision: 'one',
    share: 'Everyone',
  })
  await waitFor(() => expect(window.location.hash).toBe('#/generate-report'))
})

it('reports a missing report to users who may not see it', async () => {
  const { server } = hospital([])
  server.handlers['/api/custom.getCustomReportById/r-9'] = () => refusal(404, 'not_found', 'Not found.')
  openPage('/generate-report-form/r-9')
  expect(await screen.findByText('The report could not be loaded')).toBeTruthy()
  expect(screen.getByText('The report was deleted, or it is not shared with you.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  expect(screen.getByRole('main').querySelector('a[href="#/generate-report"]')).toBeTruthy()
})
