import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { mapHospital, openPage } from '../../testing/map-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

warmUp()

const AT = '2026-11-02T08:00:00.000Z'
const status = {
  devices: 2_042,
  redis: {
    state: 'in-use',
    configured: true,
    threshold: 500,
    cachingData: ['device data'],
    hits: 75,
    misses: 20,
    unanswered: 5,
  },
  kafka: { state: 'off', configured: false, threshold: 0, cachingData: [], sent: 0, applied: 0, lag: 0 },
  processes: [{ name: 'core', seenAt: AT, live: true, redis: 'in-use', kafka: 'off' }],
  minutes: [{ at: AT, hits: 75, misses: 20, unanswered: 5, sent: 0, applied: 0, lag: 0 }],
}

const openScaling = (shown: object = status) => {
  const server = mapHospital({ allowedRoutes: ['/scaling-option'] })
  Object.assign(server.handlers, {
    '/api/settings/getSettings': ({ body }: { body: { Type: string; SubType: string } }) => ({
      status: 1,
      data: {
        ...body,
        Fields:
          body.SubType === 'redis'
            ? { Enabled: true, deviceThreshold: 500, cachingData: ['device data'] }
            : { status: 'Inactive', maxDevice: 900, cachingData: ['location data'] },
        revision: 'one',
      },
    }),
    '/api/settings/create': ({ body }: { body: object }) => ({
      err: 0,
      message: 'Setting Updated',
      data: { ...body, revision: 'two' },
    }),
    '/api/settings/scalingStatus': () => ({ data: shown }),
  })
  openPage('/scaling-option')
  return server
}

it('shows the status of Redis, and saves each setting separately', async () => {
  const server = openScaling()
  const redis = await screen.findByRole('region', { name: 'Redis' })
  await within(redis).findByText('In use')
  await within(redis).findByText('2,042 of 500')
  await within(redis).findByText('75% of 100 reads')
  const threshold = await within(redis).findByLabelText<HTMLInputElement>(/Minimum number of devices/)
  expect(threshold.value).toBe('500')
  await userEvent.clear(threshold)
  await userEvent.type(threshold, '1000')
  await userEvent.click(within(redis).getByRole('button', { name: 'Save Redis' }))
  await screen.findByText('Setting Saved')
  expect(server.to('/api/settings/create').map(({ body }) => body)).toMatchObject([
    {
      Type: 'Scale',
      SubType: 'redis',
      Fields: { Enabled: true, deviceThreshold: '1000', cachingData: ['device data'] },
      revision: 'one',
    },
  ])
})

it('switches Kafka on, and shows why it is not used', async () => {
  const kafka = { ...status.kafka, state: 'unavailable', threshold: 900 }
  const server = openScaling({ ...status, kafka })
  const section = await screen.findByRole('region', { name: 'Kafka' })
  await within(section).findByText('Unavailable')
  await within(section).findByText(/No brokers are configured/)
  await userEvent.click(await within(section).findByRole('switch', { name: 'Active' }))
  await userEvent.click(within(section).getByRole('button', { name: 'Save Kafka' }))
  await waitFor(() =>
    expect(server.to('/api/settings/create').map(({ body }) => body)).toMatchObject([
      {
        Type: 'scale',
        SubType: 'kafka',
        Fields: { status: 'Active', maxDevice: '900', cachingData: ['location data'] },
      },
    ]),
  )
})

it('shows that there is no data while both are off, and shows a failure', async () => {
  const server = openScaling({
    ...status,
    redis: { ...status.redis, state: 'off' },
    processes: [],
    minutes: [],
  })
  await screen.findByText('Processes report only while Redis or Kafka is on.')
  expect(screen.getAllByText('Off')).toHaveLength(2)
  expect(server.to('/api/settings/scalingStatus').length).toBeGreaterThan(0)
})
