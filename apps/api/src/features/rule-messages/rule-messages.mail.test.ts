import { trusted } from '@wardtrack/database'
import { startMailServer } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openApiTest } from '../../testing/api-test.ts'
import { type MailTest, mailSetting, openMailTest, SENT_WAIT } from '../../testing/mail-test.ts'

let mail: MailTest
beforeAll(async () => {
  mail = await openMailTest()
})
beforeEach(async () => {
  await mail.reset()
  await mail.saveServer()
})
afterAll(() => mail.close())

const messageIds = (): string[] =>
  mail.server.mails.map(({ text }) => /^Message-ID: (.+)$/im.exec(text)?.[1] ?? '')
/** Returns the readable text of a mail, whatever its transfer encoding. */
const bodyOf = (index = 0): string => {
  const raw = mail.server.mails[index]?.text ?? ''
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const body = rest.join('\n\n')
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  return Buffer.from(
    body
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
}

describe('a rule with mail', () => {
  test('sends one mail with the event and a link to each recipient with an address', async () => {
    const held = { privileges: ['May be nobody'] }
    for (const [name, members] of [
      ['anna', {}],
      ['bert', held],
      ['carl', {}],
      ['dora', { ...held, email: '' }],
    ] as const)
      await mail.addPerson(name, members)
    const lost = await mail.addPerson('emil', held)
    await mail.api.request('PATCH', `/api/users/${lost}`, undefined, { locked: true })
    await mail.addRule({ Audience: { privileges: ['May be nobody'], users: ['anna'] } })
    await mail.fire('P-1')
    await mail.taken(2)
    expect(mail.server.mails.map(({ to }) => to).sort()).toEqual([
      'anna@hospital.example',
      'bert@hospital.example',
    ])
    expect(mail.server.mails[0]?.text).toContain('Subject: [Wardtrack] Low battery: Pump P-1: ')
    expect(bodyOf()).toContain('https://wardtrack.hospital.example/#/asset-detail;type=Equipment;id=P-1')
    expect(new Set(messageIds()).size).toBe(2)
    expect(await mail.deliveries('waiting')).toEqual([])
    await mail.api.parts.db.driver.users.deleteOne({ username: 'dora' })
  })

  test("uses the recipient's language, and names no value that is not an option of the mapping", async () => {
    const id = await mail.addPerson('anna')
    await mail.api.parts.db.driver.users.updateOne(
      { username: 'anna' },
      { $set: { preferences: { language: 'de-AT' } } },
    )
    await mail.addRule({ NotificationField: 'SerialNo', RaiseValue: 'Equals Mrs Smith' })
    await mail.api.pushAssets([{ AssetType: 'Equipment', AssetId: 'P-1', SerialNo: 'Mrs Smith' }])
    await mail.taken(1)
    expect(bodyOf()).toContain('In Wardtrack lesen:')
    expect(bodyOf()).not.toContain('Smith')
    expect(id).toMatch(/^[0-9a-f]{24}$/)
  })

  test('reaches only users with the flag when it is about patients, and names neither patient nor rule', async () => {
    await mail.addPerson('anna', { patientDataAccess: true })
    await mail.addPerson('bert')
    await mail.addRule({
      Name: 'Zebulon is here',
      NotificationAssetType: 'Patient',
      NotificationField: 'Status',
      RaiseValue: 'Equals Zebulon',
      Audience: { privileges: [], users: ['anna', 'bert'] },
    })
    await mail.api.pushAssets([
      { AssetType: 'Patient', AssetId: 'PT-SECRET', AssetName: 'Zebulon', Status: 'Zebulon' },
    ])
    await mail.taken(1)
    expect(mail.server.mails[0]?.to).toBe('anna@hospital.example')
    expect(`${mail.server.mails[0]?.text}${bodyOf()}`).not.toMatch(/Zebulon|PT-SECRET|asset-detail/)
    expect(bodyOf()).toContain('https://wardtrack.hospital.example/')
    const stored = JSON.stringify(await mail.api.parts.db.driver.deliveries.find().toArray())
    expect(stored).not.toMatch(/Zebulon|PT-SECRET/)
  })

  test('groups a storm: a few mails, and one with the count of the others at its end', async () => {
    await mail.addPerson('anna')
    await mail.addRule()
    await mail.fire(...Array.from({ length: 12 }, (_, n) => `P-${n}`))
    const { models } = mail.api.parts.db
    const [storm] = await models.notifications.find({ storm: true })
    // The individual mails have been sent by then.
    await vi.waitFor(async () => {
      const undone = await models.ruleMessages.find({ state: trusted({ $ne: 'done' }) })
      expect(undone).toMatchObject([{ _id: storm?._id, state: 'open' }])
      expect(undone[0]?.dueAt.getTime()).toBe((storm?.createdAt.getTime() ?? 0) + 60_000)
      expect(await mail.deliveries('waiting')).toEqual([])
    }, SENT_WAIT)
    const before = mail.server.mails.length
    await mail.skipWaiting()
    await mail.taken(before + 1)
    expect(mail.server.mails.at(-1)?.text).toContain(`${storm?.entries.length} `)
  })

  test('gives up on a refused mailbox with the reason, and sends the mail when it is repeated', async () => {
    await mail.addPerson('anna')
    await mail.addRule()
    mail.server.refuse = () => ({ code: 550, text: 'No such mailbox' })
    await mail.fire('P-1')
    const [failed] = await vi.waitFor(async () => {
      const rows = await mail.deliveries('failed')
      expect(rows).toHaveLength(1)
      return rows
    }, SENT_WAIT)
    expect(failed).toMatchObject({
      channel: 'Mail',
      receiver: 'anna',
      rule: 'Low battery',
      attempts: 1,
      reason: '550 No such mailbox',
      failedAt: expect.stringMatching(/Z$/),
    })
    mail.server.refuse = () => undefined
    const { status, body } = await mail.api.post('/api/mail/deliveries/repeat', { id: failed?.id })
    expect([status, body]).toEqual([200, { err: 0, message: 'The delivery is being sent again.' }])
    await mail.taken(1)
    expect(await mail.deliveries('failed')).toEqual([])
  })

  test('skips recipients who lost their address or the flag meanwhile', async () => {
    const id = await mail.addPerson('anna')
    await mail.addRule()
    mail.server.refuse = () => ({ code: 451, text: 'Busy' })
    await mail.fire('P-1')
    await vi.waitFor(async () => {
      expect(await mail.deliveries('waiting')).toMatchObject([{ reason: '451 Busy' }])
    }, SENT_WAIT)
    await mail.api.request('PATCH', `/api/users/${id}`, undefined, { email: '' })
    mail.server.refuse = () => undefined
    const [waiting] = await mail.deliveries('waiting')
    await mail.api.post('/api/mail/deliveries/repeat', { id: waiting?.id })
    await vi.waitFor(async () => expect(await mail.deliveries('failed')).toHaveLength(1), SENT_WAIT)
    expect(mail.server.mails).toEqual([])
    await mail.api.parts.db.driver.users.deleteOne({ username: 'anna' })
  })
})

describe('quiet hours', () => {
  const clock = (minutes: number): string =>
    new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)
  const around = (afterwards: string) => ({
    from: clock(-60),
    to: clock(60),
    days: [1, 2, 3, 4, 5, 6, 7],
    afterwards,
  })
  beforeEach(async () => {
    await mail.addPerson('anna')
    const zone = { Type: 'Hospital', SubType: 'Hospital', Fields: { TimeZone: 'UTC' } }
    await mail.api.post('/api/settings/create', zone)
  })

  test('collect notifications, and one mail reports them at the end', async () => {
    const QuietHours = around('one-message')
    const rule = await mail.addRule({ QuietHours })
    await mail.fire('P-1')
    await mail.fire('P-2')
    const open = await mail.api.parts.db.models.ruleMessages.find({})
    expect(open).toMatchObject([
      { rule, state: 'open', notifications: [expect.any(String), expect.any(String)] },
    ])
    expect(open[0]?.dueAt.toISOString().slice(11, 16)).toBe(QuietHours.to)
    expect(mail.server.mails).toEqual([])
    expect(await mail.api.parts.db.models.notifications.countDocuments({ rule })).toBe(2)
    await mail.skipWaiting()
    await mail.taken(1)
    expect(mail.server.mails[0]?.text).toContain('Low battery: 2 notifications')
    expect(bodyOf()).toContain('Pump P-1: ')
    expect(bodyOf()).toContain('Pump P-2: ')
    // A late notification is not lost when its message is already closed.
    await mail.fire('P-3')
    await mail.skipWaiting()
    await mail.taken(2)
    expect(bodyOf(1)).toContain('Pump P-3: ')
  })

  test('leave notifications to the console when they end without a mail', async () => {
    const rule = await mail.addRule({ QuietHours: around('nothing') })
    await mail.fire('P-1')
    expect(await mail.api.parts.db.models.ruleMessages.find({})).toEqual([])
    expect(await mail.api.parts.db.models.notifications.countDocuments({ rule })).toBe(1)
  })
})

test('a crash between firing and sending loses no mail, and another process sends it once', async () => {
  const server = await startMailServer()
  await server.close()
  const first = await openApiTest({ outboundAllow: ['127.0.0.1'], cacheMode: 'shared', storeOf: mail.api })
  await first.post('/api/settings/create', mailSetting(server.port))
  await mail.addPerson('anna')
  await mail.addRule()
  await mail.fire('P-1')
  await vi.waitFor(async () => {
    expect(await mail.deliveries('waiting')).toMatchObject([{ reason: 'connection-refused' }])
  }, SENT_WAIT)
  const [waiting] = await mail.api.parts.db.models.deliveries.find({ kind: 'Mail' })
  await first.close()
  // State after a crash: the message is in the outbox, and the asset still holds what fired.
  await mail.api.parts.db.models.ruleMessages.updateMany({}, { $set: { state: 'closed' } })
  const again = await startMailServer({ port: server.port })
  await mail.api.post('/api/mail/deliveries/repeat', { id: waiting?._id })
  await vi.waitFor(() => expect(again.mails).toHaveLength(1), SENT_WAIT)
  await vi.waitFor(async () => {
    expect(await mail.api.parts.db.models.ruleMessages.find({ state: 'closed' })).toEqual([])
  }, SENT_WAIT)
  const { messageId } = JSON.parse(waiting?.payload ?? '{}') as { messageId: string }
  expect(again.mails[0]?.text).toContain(`Message-ID: <${messageId}>`)
  expect(await mail.api.parts.db.models.deliveries.find({ kind: 'Mail' })).toHaveLength(1)
  expect(again.mails).toHaveLength(1)
  await again.close()
})
