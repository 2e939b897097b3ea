import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { mapHospital, openPage } from '../../testing/map-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

warmUp()
beforeEach(() => queryClient.clear())

const rule = {
  _id: 'r-1',
  Name: 'Offline pumps',
  NotificationAssetType: 'Equipment',
  NotificationField: 'DeviceStatus',
  RaiseValue: 'Equals comm-status-offline',
  Priority: 'High',
  Enabled: true,
  Audience: { privileges: [], users: [] },
  MinutesBetween: 0,
  Mail: false,
  Webhook: null,
  QuietHours: null,
  createdAt: '2026-11-02T08:00:00.000Z',
  revision: 'one',
}
const notification = {
  id: 'n-1',
  kind: 'rule',
  Name: 'Offline pumps',
  Priority: 'High',
  asset: { AssetType: 'Equipment', AssetId: 'P-1', Fields: { AssetName: 'Pump 1' } },
  field: 'DeviceStatus',
  value: 'comm-status-offline',
  message: 'Pump 1: Connection Offline',
  createdAt: new Date().toISOString(),
  read: false,
  count: 1,
  assets: 1,
  place: [],
}

const hospital = (rules: object[]) => {
  const server = mapHospital({ allowedRoutes: ['/devices', '/ls-notify-rules', '/add-ls-notify-rule'] })
  Object.assign(server.handlers, {
    '/api/filters/getNotificationRules': () => ({ data: rules, count: rules.length }),
    '/api/filters/notificationRecipients': () => ({
      privileges: [],
      users: [],
      mailReady: false,
      timeZone: 'Europe/Berlin',
    }),
    '/api/notifications': () => ({ data: [notification], count: 1, unread: 1 }),
  })
  return server
}

it("lists the rules under the specification's names, switches one off and deletes it after a confirmation", async () => {
  const server = hospital([rule])
  server.handlers['/api/filters/notificationRule/update/r-1'] = () => ({
    err: 0,
    message: 'Notification rule saved.',
    data: { ...rule, Enabled: false },
  })
  server.handlers['/api/filters/deleteNotificationRule/r-1'] = () => ({
    err: 0,
    message: 'Notification rule deleted.',
  })
  openPage('/ls-notify-rules')
  const table = await screen.findByRole('table', { name: 'Notification Rules' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Name',
    'NotificationAssetType',
    'NotificationField',
    'RaiseValue',
    'Priority',
    'Enabled',
    'Delete',
  ])
  await userEvent.click(screen.getByRole('switch', { name: 'Offline pumps enabled' }))
  await screen.findByText('Offline pumps is switched off')
  expect(server.to('/api/filters/notificationRule/update/r-1')[0]?.body).toEqual({ Enabled: false })
  await userEvent.click(screen.getByRole('button', { name: 'Delete Offline pumps' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete rule' }))
  await screen.findByText('Notification rule deleted.')
})

it("shows missing values with the specification's messages, and sends nothing", async () => {
  const server = hospital([])
  openPage('/add-ls-notify-rule')
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getAllByText('Profile Name is required')).toHaveLength(2))
  for (const text of [
    'Metadata Name is required',
    'Value Operator is required',
    'Metadata Value is required',
    'Notification Priority is required',
  ])
    expect(screen.getByText(text)).toBeTruthy()
  expect(server.to('/api/filters/notificationRule/create')).toEqual([])
})

it('shows the number of unread notifications in the header, and marks one as read', async () => {
  const server = hospital([rule])
  server.handlers['/api/notifications/n-1/read'] = () => ({ err: 0, message: 'Done.' })
  openPage('/ls-notify-rules')
  await userEvent.click(await screen.findByRole('button', { name: '1 unread notification' }))
  const link = await screen.findByRole('link', { name: 'Pump 1: Connection Offline' })
  expect(link.getAttribute('href')).toBe('#/asset-detail;type=Equipment;id=P-1')
  await userEvent.click(screen.getByRole('button', { name: 'Mark “Pump 1: Connection Offline” as read' }))
  await waitFor(() => expect(server.to('/api/notifications/n-1/read')).toHaveLength(1))
})

it('links from a combined notification to the assets in that state and place', async () => {
  const server = hospital([rule])
  const message = '37 assets, 40 times: Equipment, Battery Level Brim-full in Ward 4'
  const state = { field: 'BatteryLevel', value: 'LEVEL_4', place: ['Site', 'Ward 4'] }
  const many = { ...notification, ...state, message, count: 40, assets: 37 }
  server.handlers['/api/notifications'] = () => ({ data: [many], count: 1, unread: 1 })
  openPage('/ls-notify-rules')
  await userEvent.click(await screen.findByRole('button', { name: '1 unread notification' }))
  const link = await screen.findByRole('link', { name: message })
  await waitFor(() => expect(link.getAttribute('href')).toContain('BatteryLevel'))
  const [path, query] = (link.getAttribute('href') ?? '').split('?')
  expect(path).toBe('#/devices')
  expect(JSON.parse(new URLSearchParams(query).get('filter') ?? '')).toEqual({
    AssetType: ['Equipment'],
    'Fields.BatteryLevel.Level': ['LEVEL_4'],
    'CurrentLocation.fullPath': ['Site', 'Ward 4'],
  })
})

it('shows where a rule sends messages, and asks for missing values', async () => {
  const stored = {
    ...rule,
    Audience: { privileges: [], users: ['anna'] },
    Webhook: { address: 'https://10.1.2.3/in', plainHttpReason: '' },
    QuietHours: { from: '22:00', to: '06:00', days: [1, 2], afterwards: 'one-message' },
  }
  const server = hospital([stored])
  server.handlers['/api/filters/notificationRule/r-1'] = () => ({ data: stored })
  server.handlers['/api/filters/notificationRule/update/r-1'] = () => ({
    err: 0,
    message: 'Notification rule saved.',
    data: stored,
  })
  server.handlers['/api/filters/notificationRule/r-1/webhook/test'] = () => ({
    data: { accepted: true, status: 204, text: '', took: 5 },
  })
  openPage('/add-ls-notify-rule?rule=r-1')
  await userEvent.click(await screen.findByRole('switch', { name: /Notify by mail/ }))
  expect(await screen.findByText(/No mail is sent until/)).toBeTruthy()
  expect(screen.getByText(/This rule has high priority/)).toBeTruthy()
  expect(screen.getByText(/Times in Europe\/Berlin/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send test' }))
  expect(await screen.findByText(/Status 204/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Notification rule saved.')
  expect(server.to('/api/filters/notificationRule/update/r-1')[0]?.body).toMatchObject({
    Mail: true,
    Webhook: stored.Webhook,
    QuietHours: stored.QuietHours,
    revision: 'one',
  })
})
