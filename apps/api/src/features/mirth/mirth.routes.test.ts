import { createHmac } from 'node:crypto'
import { messages } from '@wardtrack/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DELIVERY_WAIT, type MirthTest, openMirthTest, type Received } from '../../testing/mirth-test.ts'

let mirth: MirthTest
beforeAll(async () => {
  mirth = await openMirthTest()
})
beforeEach(() => mirth.reset())
afterAll(() => mirth.close())

describe('an asset', () => {
  test('is delivered whole after registration and each change, but not when unchanged', async () => {
    await mirth.setAddresses('Asset')
    await mirth.api.pushAssets([
      { AssetType: 'Equipment', AssetId: 'M-1', AssetName: 'Pump', BatteryLevel: 'LEVEL_2' },
    ])
    await mirth.arrived(1)
    await mirth.api.pushAssets([{ AssetType: 'Equipment', AssetId: 'M-1', SerialNo: '77' }])
    await mirth.arrived(2)
    const pump = { AssetType: 'Equipment', AssetId: 'M-1', AssetName: 'Pump', BatteryLevel: 'LEVEL_2' }
    expect(mirth.bodies()).toEqual([
      { ...pump, CustomTags: [], LocationTags: [] },
      { ...pump, SerialNo: '77', CustomTags: [], LocationTags: [] },
    ])
    expect(new Set(mirth.received.map(({ key }) => key)).size).toBe(2)
    const noted = () => mirth.api.parts.db.driver.deliveryFeed.countDocuments({})
    await vi.waitFor(async () => expect(await noted()).toBe(0), DELIVERY_WAIT)
    await mirth.api.parts.db.driver.assets.updateMany(
      {},
      { $set: { updatedAt: new Date(Date.now() - 3_600_000) } },
    )
    await mirth.api.pushAssets([{ AssetType: 'Equipment', AssetId: 'M-1', SerialNo: '77' }])
    expect(await noted()).toBe(0)
  })

  test('is not added to the feed without an address', async () => {
    await mirth.api.pushAssets([{ AssetType: 'Equipment', AssetId: 'M-2' }])
    expect(await mirth.api.parts.db.driver.deliveryFeed.countDocuments({})).toBe(0)
  })

  test('is recorded in the audit log when it is a patient', async () => {
    await mirth.setAddresses('Asset')
    await mirth.api.pushAssets([{ AssetType: 'Patient', AssetId: 'PT-9', AssetName: 'Secret Name' }])
    await mirth.arrived(1)
    const patient = await mirth.api.parts.db.models.assets.findOne({ AssetId: 'PT-9' })
    await vi.waitFor(
      async () => {
        await mirth.api.parts.access.audit.flush()
        expect(await mirth.api.parts.db.driver.audit.findOne({ action: 'DELIVER Asset' })).toMatchObject({
          actor: 'wardtrack',
          outcome: 'ok',
          status: 204,
          details: { patients: 1, things: 1, patientIds: [patient?._id.toHexString()] },
        })
      },
      { timeout: 20_000 },
    )
  })
})

test('links are delivered in the order in which they were created and ended', async () => {
  await mirth.api.pushAssets([
    { AssetType: 'Equipment', AssetId: 'L-1' },
    { AssetType: 'Clinician', AssetId: 'L-2' },
  ])
  await mirth.setAddresses('AssetAssociation')
  await mirth.api.link(['Equipment', 'L-1'], ['Clinician', 'L-2'])
  await mirth.api.unlink(['Equipment', 'L-1'], ['Clinician', 'L-2'])
  await mirth.api.link(['Equipment', 'L-1'], ['Clinician', 'L-2'])
  await mirth.arrived(3)
  expect(mirth.bodies().map(({ action }) => action)).toEqual(['link', 'unlink', 'link'])
  expect(mirth.bodies()[0]).toEqual({
    from: { AssetType: 'Equipment', AssetId: 'L-1' },
    to: { AssetType: 'Clinician', AssetId: 'L-2' },
    action: 'link',
    time: expect.stringMatching(/Z$/),
  })
})

describe('the state of an address', () => {
  test('shows the number and age of waiting deliveries, and the reason', async () => {
    mirth.answer = (response) => response.writeHead(503).end()
    await mirth.setAddresses('Asset')
    await mirth.api.pushAssets([{ AssetType: 'Equipment', AssetId: 'S-1' }])
    await vi.waitFor(
      async () =>
        expect(await mirth.stateOf('Asset')).toMatchObject({
          lastError: 'The server answered with status 503.',
        }),
      DELIVERY_WAIT,
    )
    expect(await mirth.stateOf('Asset')).toEqual({
      field: 'Asset',
      hasAddress: true,
      pending: 1,
      oldestAt: expect.stringMatching(/Z$/),
      lastError: 'The server answered with status 503.',
      lastErrorAt: expect.stringMatching(/Z$/),
      dropped: 0,
      isFull: false,
      mayReceivePatients: true,
    })
    expect(await mirth.stateOf('DeviceStatus')).toMatchObject({ hasAddress: false, pending: 0 })
    const { body } = await mirth.api.post('/api/settings/getSettings', { Type: 'Mirth', SubType: 'Mirth' })
    expect(body.data.delivery.Asset).toEqual({
      pending: 1,
      lastError: 'The server answered with status 503.',
    })
    mirth.answer = (response) => response.writeHead(200).end()
    await vi.waitFor(
      async () => expect(await mirth.stateOf('Asset')).toMatchObject({ pending: 0 }),
      DELIVERY_WAIT,
    )
  })

  test('hides figures that depend on patients from users without the flag', async () => {
    await mirth.setAddresses('Asset', 'LocationHierarchy')
    const operator = await mirth.api.people.signIn({ username: 'without figures', pages: ['mirth-settings'] })
    const seen = async () => [
      (await mirth.api.get('/api/mirth/deliveries', operator)).body.data,
      (await mirth.api.post('/api/settings/getSettings', { Type: 'Mirth', SubType: 'Mirth' }, operator)).body
        .data.delivery,
    ]
    for (const Field of ['Asset', 'LocationHierarchy'])
      await mirth.api.post('/api/mirth/pause', { Field, paused: true })
    const before = await seen()
    expect(before[0]).toContainEqual({
      field: 'Asset',
      hasAddress: true,
      paused: { by: 'admin', at: expect.stringMatching(/Z$/) },
      isFull: false,
      mayReceivePatients: true,
    })
    expect(before[0]).toContainEqual(
      expect.objectContaining({ field: 'LocationHierarchy', pending: 0, dropped: 0 }),
    )
    await mirth.api.pushAssets([{ AssetType: 'Patient', AssetId: 'HIDDEN-1' }])
    expect(await mirth.stateOf('Asset')).toMatchObject({ pending: 1 })
    expect(await seen()).toEqual(before)
    await mirth.api.post('/api/mirth/pause', { Field: 'Asset', paused: false })
    await mirth.arrived(1)
    await vi.waitFor(
      async () => expect(await mirth.stateOf('Asset')).toHaveProperty('lastDeliveredAt'),
      DELIVERY_WAIT,
    )
    await mirth.api.post('/api/mirth/pause', { Field: 'Asset', paused: true })
    const bare = (states: unknown[]) => JSON.stringify(states).replaceAll(/"at":"[^"]*"/g, '')
    expect(bare(await seen())).toBe(bare(before))
  })

  test('names the addresses to push to', async () => {
    const { body } = await mirth.api.get('/api/mirth/deliveries')
    expect(body.endpoints).toMatchObject({
      Asset: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/ingest\/assets$/),
      DeviceStatus: expect.stringMatching(/\/status\/api\/ingest\/device-status$/),
    })
    expect(body.limits).toEqual({
      things: mirth.api.parts.limits.outbox,
      days: mirth.api.parts.limits.outboxDays,
    })
  })
})

describe('a test delivery', () => {
  test('shows the status and the start of the response, and sends no data', async () => {
    await mirth.setAddresses('Asset')
    mirth.answer = (response) => response.writeHead(418).end('I take no tea')
    const { status, body } = await mirth.api.post('/api/mirth/test', { Field: 'Asset' })
    expect([status, body.data]).toEqual([
      200,
      { accepted: false, status: 418, text: 'I take no tea', took: expect.any(Number) },
    ])
    expect(mirth.bodies()).toEqual([{ test: true, kind: 'Asset', time: expect.stringMatching(/Z$/) }])
  })

  test('shows why there was no response', async () => {
    await mirth.setAddresses('Asset')
    mirth.answer = (response) => response.destroy()
    const { body } = await mirth.api.post('/api/mirth/test', { Field: 'Asset' })
    expect(body.data).toEqual({ accepted: false, error: 'connection-lost', took: expect.any(Number) })
  })

  test('requires a saved address', async () => {
    const { status, body } = await mirth.api.post('/api/mirth/test', { Field: 'Asset' })
    expect([status, body.message]).toEqual([400, messages.mirthAddressMissing])
    expect((await mirth.api.post('/api/mirth/test', { Field: 'Nothing' })).status).toBe(400)
  })
})

test('a paused address gets nothing until it is resumed, and then all waiting deliveries', async () => {
  await mirth.setAddresses('Asset')
  const paused = await mirth.api.post('/api/mirth/pause', { Field: 'Asset', paused: true })
  expect([paused.status, paused.body.message]).toEqual([200, messages.mirthPaused])
  await mirth.api.pushAssets([{ AssetType: 'Equipment', AssetId: 'P-1' }])
  expect(await mirth.stateOf('Asset')).toMatchObject({ pending: 1, paused: { by: 'admin' } })
  expect(mirth.received).toEqual([])
  expect((await mirth.api.post('/api/mirth/pause', { Field: 'Asset', paused: false })).status).toBe(200)
  await mirth.arrived(1)
  expect(await mirth.stateOf('Asset')).not.toHaveProperty('paused')
})

describe('a signing secret', () => {
  const verified = ({ signature = '', text }: Received, secret: string): boolean => {
    const seconds = /^t=(\d+),/.exec(signature)?.[1] ?? ''
    const hmac = createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')
    return signature.split(',').includes(`v1=${hmac}`)
  }
  const makeSecret = async (): Promise<string> =>
    (await mirth.api.post('/api/mirth/secret', { Field: 'Asset' })).body.secret as string

  test('is shown once and stored sealed; the previous secret signs beside it', async () => {
    await mirth.setAddresses('Asset')
    const first = await makeSecret()
    await mirth.api.pushAssets([{ AssetType: 'Equipment', AssetId: 'X-1' }])
    await mirth.arrived(1)
    const second = await makeSecret()
    await mirth.api.post('/api/mirth/test', { Field: 'Asset' })
    expect(mirth.received.map((delivery) => [verified(delivery, first), verified(delivery, second)])).toEqual(
      [
        [true, false],
        [true, true],
      ],
    )
    const stored = JSON.stringify(await mirth.api.parts.db.driver.deliveryAddresses.find().toArray())
    for (const secret of [first, second]) expect(stored).not.toContain(secret.slice(4, 20))
    expect(await mirth.stateOf('Asset')).toMatchObject({ secretSince: expect.stringMatching(/Z$/) })
    expect(JSON.stringify(await mirth.stateOf('Asset'))).not.toContain(first)
  })

  test('signs for at most a day after its replacement', async () => {
    await mirth.setAddresses('Asset')
    const first = await makeSecret()
    const second = await makeSecret()
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    await mirth.api.parts.db.driver.deliveryAddresses.updateOne(
      { _id: 'Asset' },
      { $set: { 'secret.createdAt': yesterday } },
    )
    mirth.api.parts.bus.publish('config.changed', { what: 'settings' })
    await mirth.api.post('/api/mirth/test', { Field: 'Asset' })
    expect(mirth.received.map((delivery) => [verified(delivery, first), verified(delivery, second)])).toEqual(
      [[false, true]],
    )
  })
})

test('refuses all calls without the Mirth page, and changes nothing', async () => {
  await mirth.setAddresses('Asset')
  const stranger = await mirth.api.people.signIn({ username: 'stranger', pages: ['provider-settings'] })
  for (const [path, body] of [
    ['test', { Field: 'Asset' }],
    ['pause', { Field: 'Asset', paused: true }],
    ['secret', { Field: 'Asset' }],
    ['redelivery', { Field: 'Asset' }],
    ['redelivery/count', { Field: 'Asset' }],
  ] as const)
    expect([path, (await mirth.api.post(`/api/mirth/${path}`, body, stranger)).status]).toEqual([path, 403])
  expect((await mirth.api.get('/api/mirth/deliveries', stranger)).status).toBe(403)
  expect((await mirth.api.get('/api/mirth/deliveries', {})).status).toBe(401)
  expect(await mirth.stateOf('Asset')).not.toHaveProperty('paused')
  expect(mirth.received).toEqual([])
})
