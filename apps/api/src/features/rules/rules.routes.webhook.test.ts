import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type MailTest, openMailTest, RULE, SENT_WAIT } from '../../testing/mail-test.ts'

type Received = { headers: IncomingHttpHeaders; text: string }
let mail: MailTest
let receiver: Server
let received: Received[] = []
let status = 204
let address = ''
beforeAll(async () => {
  mail = await openMailTest()
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, text: Buffer.concat(chunks).toString('utf8') })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/rules`
})
beforeEach(async () => {
  await mail.reset()
  received = []
  status = 204
})
afterAll(async () => {
  await mail.close()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})

const addRule = (members: object = {}) =>
  mail.addRule({
    Mail: false,
    Audience: { privileges: [], users: [] },
    Webhook: { address },
    ...members,
  })
const secretOf = async (rule: string): Promise<string> =>
  (await mail.api.post(`/api/filters/notificationRule/${rule}/webhook/secret`)).body.secret
const isSignedWith = ({ headers, text }: Received, secret: string): boolean => {
  const [, seconds, signatures = ''] = /^t=(\d+),(.*)$/.exec(String(headers['wardtrack-signature'])) ?? []
  const right = createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')
  return signatures.split(',').includes(`v1=${right}`)
}
const arrived = (count: number) => vi.waitFor(() => expect(received).toHaveLength(count), SENT_WAIT)

describe('the webhook of a rule', () => {
  test('receives signed notifications, retried under the same key until it accepts them', async () => {
    const rule = await addRule()
    const secret = await secretOf(rule)
    expect(secret).toMatch(/^wts_/)
    status = 500
    await mail.fire('P-1')
    await arrived(1)
    status = 204
    await arrived(2)
    const [first, second] = received
    expect(first?.headers['idempotency-key']).toBe(second?.headers['idempotency-key'])
    expect(received.map((request) => isSignedWith(request, secret))).toEqual([true, true])
    const body = JSON.parse(second?.text ?? '{}')
    expect(body).toEqual({
      id: first?.headers['idempotency-key'],
      rule: { id: rule, name: 'Low battery', priority: 'High' },
      count: 1,
      notifications: [
        {
          id: body.id,
          message: expect.stringMatching(/^Pump P-1: Battery Level/),
          createdAt: expect.stringMatching(/Z$/),
          AssetType: 'Equipment',
          field: 'BatteryLevel',
          value: 'LEVEL_1',
          count: 1,
          times: 1,
          assets: [{ AssetId: 'P-1', place: '', at: expect.stringMatching(/Z$/) }],
        },
      ],
    })
    await vi.waitFor(async () => expect(await mail.deliveries('waiting', 'Webhook')).toEqual([]), SENT_WAIT)
  })

  test('is listed with the reason when it fails, and delays no other webhook', async () => {
    await addRule({ Name: 'Nobody listens', Webhook: { address: 'http://127.0.0.1:9/secret-path' } })
    await addRule()
    await mail.fire('P-1')
    await arrived(1)
    const waiting = await vi.waitFor(async () => {
      const rows = await mail.deliveries('waiting', 'Webhook')
      expect(rows).toMatchObject([{ reason: 'connection-refused' }])
      return rows
    }, SENT_WAIT)
    expect(waiting).toMatchObject([
      { channel: 'Webhook', receiver: '127.0.0.1:9', rule: 'Nobody listens', nextAt: expect.any(String) },
    ])
    expect(JSON.stringify(waiting)).not.toContain('secret-path')
  })

  test('is tested with a body without data, and its secret is returned only once', async () => {
    const rule = await addRule()
    const path = `/api/filters/notificationRule/${rule}`
    const secret = await secretOf(rule)
    const tested = await mail.api.post(`${path}/webhook/test`)
    expect(tested.body.data).toMatchObject({ accepted: true, status: 204 })
    expect(JSON.parse(received[0]?.text ?? '{}')).toEqual({
      test: true,
      kind: 'Webhook',
      time: expect.any(String),
    })
    expect(received.map((request) => isSignedWith(request, secret))).toEqual([true])
    const { body } = await mail.api.get(path)
    expect(body.data.webhookSecretSince).toMatch(/Z$/)
    const stored = await mail.api.parts.db.driver.deliveryAddresses.find().toArray()
    expect(JSON.stringify([body, stored])).not.toContain(secret.slice(4))
    await mail.api.get(`/api/filters/deleteNotificationRule/${rule}`)
    expect(await mail.api.parts.db.driver.deliveryAddresses.find().toArray()).toEqual([])
  })

  const refusals: [string, unknown, string, string][] = [
    ['no address', {}, 'Webhook.address', 'Enter an address of the form {ip}:{port}/{path}.'],
    [
      'words',
      { address: 'by pigeon' },
      'Webhook.address',
      'Enter an address of the form {ip}:{port}/{path}.',
    ],
    [
      'a metadata service',
      { address: 'http://169.254.169.254/' },
      'Webhook.address',
      'Blocked: this address is reserved, or is the Wardtrack server itself. Allow the latter with WARDTRACK_OUTBOUND_ALLOW.',
    ],
    [
      'this machine',
      { address: 'http://127.0.0.2:80/' },
      'Webhook.address',
      'Blocked: this address is reserved, or is the Wardtrack server itself. Allow the latter with WARDTRACK_OUTBOUND_ALLOW.',
    ],
    [
      'a password',
      { address: 'https://a:b@host.example/' },
      'Webhook.address',
      'Blocked: this address is reserved, or is the Wardtrack server itself. Allow the latter with WARDTRACK_OUTBOUND_ALLOW.',
    ],
  ]
  test.each(refusals)('with %s is refused, and nothing is stored', async (_title, Webhook, path, message) => {
    const answer = await mail.api.post('/api/filters/notificationRule/create', { ...RULE, Webhook })
    expect([answer.status, answer.body.errors]).toEqual([400, [{ path, message }]])
    expect(await mail.api.parts.db.models.notificationRules.find({})).toEqual([])
  })

  test('must be https or have a written reason when it is about patients, and requires the flag', async () => {
    const rule = {
      ...RULE,
      NotificationAssetType: 'Patient',
      NotificationField: 'Status',
      RaiseValue: 'Equals Zebulon',
    }
    const create = (Webhook: object, as = mail.api.people.admin) =>
      mail.api.post('/api/filters/notificationRule/create', { ...rule, Webhook }, as)
    const plain = await create({ address: 'http://10.1.2.3/in', plainHttpReason: 'short' })
    expect([plain.status, plain.body.errors]).toEqual([
      400,
      [
        {
          path: 'Webhook.plainHttpReason',
          message:
            'Patients are sent only over HTTPS. Anything else needs a reason of at least ten characters.',
        },
      ],
    ])
    expect((await create({ address: 'https://10.1.2.3/in' }, mail.api.people.noPatients)).status).toBe(400)
    expect(await mail.api.parts.db.models.notificationRules.find({})).toEqual([])
    expect((await create({ address: 'https://10.1.2.3/in' })).status).toBe(200)
    const excepted = { address: 'http://10.1.2.3/in', plainHttpReason: 'a cable of its own' }
    const saved = await create(excepted)
    expect(saved.body.data.Webhook).toEqual(excepted)
    const { _id } = saved.body.data
    for (const path of ['test', 'secret']) {
      const call = `/api/filters/notificationRule/${_id}/webhook/${path}`
      expect((await mail.api.post(call, {}, mail.api.people.noPatients)).status).toBe(404)
    }
    // An equipment rule that is changed to patients has the same requirements.
    const { body } = await mail.api.post('/api/filters/notificationRule/create', {
      ...RULE,
      Webhook: { address: 'http://10.1.2.3/in' },
    })
    const { NotificationAssetType, NotificationField, RaiseValue } = rule
    const moved = await mail.api.post(`/api/filters/notificationRule/update/${body.data._id}`, {
      NotificationAssetType,
      NotificationField,
      RaiseValue,
    })
    expect([moved.status, moved.body.errors?.[0]?.path]).toEqual([400, 'Webhook.plainHttpReason'])
  })

  test('is recorded in the audit log when it is about patients and accepted', async () => {
    await addRule({
      NotificationAssetType: 'Patient',
      NotificationField: 'Status',
      RaiseValue: 'Equals Zebulon',
    })
    await mail.api.pushAssets([{ AssetType: 'Patient', AssetId: 'PT-1', Status: 'Zebulon' }])
    await arrived(1)
    await vi.waitFor(async () => {
      const entry = await mail.api.parts.db.driver.audit.findOne({ action: 'DELIVER Webhook' })
      expect(entry).toMatchObject({
        actor: 'wardtrack',
        outcome: 'ok',
        status: 204,
        details: { patients: 1 },
      })
    }, SENT_WAIT)
  })
})

describe('the mail and webhook of a rule', () => {
  test('are stored, changed in part and removed', async () => {
    const QuietHours = { from: '22:00', to: '06:00', days: [1, 2, 3, 4, 5], afterwards: 'one-message' }
    await mail.addPerson('anna')
    const rule = await mail.addRule({ QuietHours, Webhook: { address } })
    const path = `/api/filters/notificationRule/update/${rule}`
    const renamed = await mail.api.post(path, { Name: 'Other name' })
    expect(renamed.body.data).toMatchObject({
      Name: 'Other name',
      Mail: true,
      QuietHours,
      Webhook: { address, plainHttpReason: '' },
    })
    const silent = await mail.api.post(path, { Mail: false, QuietHours: null, Webhook: null })
    expect(silent.body.data).toMatchObject({ Mail: false, QuietHours: null, Webhook: null })
    const withoutWebhook = await mail.api.post(`/api/filters/notificationRule/${rule}/webhook/test`)
    expect([withoutWebhook.status, withoutWebhook.body.message]).toEqual([
      400,
      'No webhook is saved for this rule.',
    ])
    const everybody = await mail.api.post(path, { Mail: true, Audience: { privileges: [], users: [] } })
    expect([everybody.status, everybody.body.errors]).toEqual([
      400,
      [{ path: 'Mail', message: 'Choose the privileges or users who get the mail.' }],
    ])
  })

  const hours = { from: '22:00', to: '06:00', days: [1], afterwards: 'nothing' }
  test.each([
    ['no day', { ...hours, days: [] }],
    ['a day that there is not', { ...hours, days: [8] }],
    ['a time that there is not', { ...hours, from: '24:00' }],
    ['an end that is the beginning', { ...hours, to: '22:00' }],
    ['an unknown end', { ...hours, afterwards: 'loud' }],
    ['words', 'at night'],
  ])('are refused with quiet hours of %s', async (_title, QuietHours) => {
    const answer = await mail.api.post('/api/filters/notificationRule/create', { ...RULE, QuietHours })
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].path).toMatch(/^QuietHours/)
    expect(await mail.api.parts.db.models.notificationRules.find({})).toEqual([])
  })

  test('can be changed only by users with the page', async () => {
    const rule = await addRule()
    const stranger = await mail.api.people.signIn({ username: 'visitor', pages: ['devices'] })
    for (const [headers, code] of [
      [stranger, 403],
      [{}, 401],
    ] as const)
      for (const path of ['test', 'secret']) {
        const call = `/api/filters/notificationRule/${rule}/webhook/${path}`
        expect((await mail.api.post(call, {}, headers)).status).toBe(code)
      }
    expect(received).toEqual([])
    expect(await mail.api.parts.db.driver.deliveryAddresses.find().toArray()).toEqual([])
  })
})
