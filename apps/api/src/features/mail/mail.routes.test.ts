import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type MailTest, mailSetting, openMailTest, SENT_WAIT } from '../../testing/mail-test.ts'

let mail: MailTest
beforeAll(async () => {
  mail = await openMailTest()
})
beforeEach(() => mail.reset())
afterAll(() => mail.close())

const save = (members: object) =>
  mail.api.post('/api/settings/create', mailSetting(mail.server.port, members))
const read = async () =>
  (await mail.api.post('/api/settings/getSettings', { Type: 'Mail', SubType: 'Mail' })).body.data

describe('the mail server', () => {
  test('is saved with an encrypted password, which no response contains and the mask keeps', async () => {
    const login = { Username: 'wardtrack', Password: 'a good password', Security: 'starttls' }
    const { status, body } = await save(login)
    expect([status, body.message]).toEqual([200, 'Setting Updated'])
    expect(await read()).toMatchObject({
      Fields: {
        Host: '127.0.0.1',
        Port: mail.server.port,
        Security: 'starttls',
        Username: 'wardtrack',
        Password: '********',
        From: 'wardtrack@hospital.example',
        ConsoleAddress: 'https://wardtrack.hospital.example',
      },
    })
    const stored = async () => mail.api.parts.db.driver.settings.findOne({ _id: 'mail/mail' })
    const sealed = (await stored())?.Fields['Password']
    expect(JSON.stringify(await stored())).not.toContain('good password')
    expect((await save({ ...login, Password: '********', From: 'other@hospital.example' })).status).toBe(200)
    expect((await stored())?.Fields).toMatchObject({ Password: sealed, From: 'other@hospital.example' })
    // The stored password is valid only for the connection that it was entered for.
    for (const change of [
      { Host: '10.1.2.3' },
      { Port: mail.server.port + 1 },
      { Username: 'somebody' },
      { Security: 'none' },
      { Security: 'tls' },
    ]) {
      const moved = await save({ ...login, Password: '********', ...change })
      expect([moved.status, moved.body.message]).toEqual([
        400,
        'The connection changed. Enter the password again.',
      ])
    }
    expect((await stored())?.Fields).toMatchObject({
      Host: '127.0.0.1',
      Security: 'starttls',
      Password: sealed,
    })
    expect((await save({ ...login, Password: 'a good password', Security: 'none' })).status).toBe(200)
  })

  const host = 'Enter the name or IP address of a mail server.'
  const refusals: [string, object, string, string][] = [
    ['no host', { Host: '' }, 'Host', host],
    ['an address in place of a host', { Host: 'http://mail.example' }, 'Host', host],
    ['a host that is a list', { Host: ['10.1.2.3'] }, 'Host', host],
    [
      'a metadata service',
      { Host: '169.254.169.254' },
      'Host',
      'Blocked: this address is reserved, or is the Wardtrack server itself. Allow the latter with WARDTRACK_OUTBOUND_ALLOW.',
    ],
    [
      'this machine where that is not allowed',
      { Host: '127.0.0.2' },
      'Host',
      'Blocked: this address is reserved, or is the Wardtrack server itself. Allow the latter with WARDTRACK_OUTBOUND_ALLOW.',
    ],
    ['no port', { Port: '' }, 'Port', 'Enter a port from 1 to 65,535.'],
    ['a port that is none', { Port: 70_000 }, 'Port', 'Enter a port from 1 to 65,535.'],
    ['an unknown security', { Security: 'ssl' }, 'Security', 'Use none, starttls or tls.'],
    ['no sender', { From: 'wardtrack' }, 'From', 'Enter an e-mail address of the form name@host.'],
    [
      'two senders',
      { From: 'a@b.example,c@d.example' },
      'From',
      'Enter an e-mail address of the form name@host.',
    ],
    [
      'a header in the sender',
      { From: 'a@b.example\r\nBcc: c@d.example' },
      'From',
      'Control characters are not allowed.',
    ],
    [
      'an address of the console that runs a script',
      { ConsoleAddress: 'javascript:alert(1)' },
      'ConsoleAddress',
      'The console address must begin with https:// or http://.',
    ],
    ...[
      'https://a.example\r\nBcc: x@y.example',
      'https://a.ex\tample',
      'https://a.example\u0000',
      'https://a.ex\u202eample',
    ].map((ConsoleAddress): [string, object, string, string] => [
      `an address of the console written ${JSON.stringify(ConsoleAddress)}`,
      { ConsoleAddress },
      'ConsoleAddress',
      'Control characters are not allowed.',
    ]),
    ...['Host', 'Username', 'Password', 'From', 'PlainLoginReason'].map(
      (field): [string, object, string, string] => [
        `a line break in ${field}`,
        { [field]: 'one\r\ntwo' },
        field,
        'Control characters are not allowed.',
      ],
    ),
    ['a password without a name', { Password: 'secret' }, 'Username', 'This field is required'],
    ['a name without a password', { Username: 'wardtrack' }, 'Password', 'This field is required'],
    [
      'a login that everybody on the way reads',
      { Host: '10.1.2.3', Username: 'wardtrack', Password: 'secret', PlainLoginReason: 'short' },
      'PlainLoginReason',
      'Passwords are sent only over encrypted connections. Anything else needs a reason of at least ten characters.',
    ],
  ]
  test.each(refusals)(
    'with %s is refused, and nothing is stored',
    async (_title, members, field, message) => {
      const { status, body } = await save(members)
      expect(status).toBe(400)
      expect(body.errors).toContainEqual({ path: `Fields.${field}`, message })
      expect(await mail.api.parts.db.models.settings.find({})).toEqual([])
    },
  )

  test('can be in a private network, and allows unencrypted logins with a reason', async () => {
    const login = { Host: '10.1.2.3', Username: 'wardtrack', Password: 'secret' }
    expect((await save({ ...login, PlainLoginReason: 'the old relay knows no TLS' })).status).toBe(200)
  })

  test("can be tested, and returns the server's response or the failure", async () => {
    const missing = await mail.api.post('/api/mail/test', { to: 'anna@hospital.example' })
    expect([missing.status, missing.body.message]).toEqual([400, 'No mail server is saved.'])
    await mail.saveServer()
    const sent = await mail.api.post('/api/mail/test', { to: 'anna@hospital.example' })
    expect(sent.body.data).toEqual({
      accepted: true,
      status: 250,
      text: expect.stringContaining('queued as 42'),
      took: expect.any(Number),
    })
    expect(mail.server.mails).toMatchObject([{ to: 'anna@hospital.example' }])
    mail.server.refuse = () => ({ code: 550, text: 'No such mailbox' })
    const refused = await mail.api.post('/api/mail/test', { to: 'anna@hospital.example' })
    expect(refused.body.data).toEqual({
      accepted: false,
      error: 'recipient-refused',
      status: 550,
      text: '550 No such mailbox',
      took: expect.any(Number),
    })
    for (const to of ['', 'anna', 'a@b.example, c@d.example', 'a@b.example\nBcc: c@d.example', 7])
      expect((await mail.api.post('/api/mail/test', { to })).status).toBe(400)
    expect(mail.server.mails).toHaveLength(1)
  })
})

describe('the time zone of the hospital', () => {
  const saveZone = (TimeZone: unknown) =>
    mail.api.post('/api/settings/create', { Type: 'Hospital', SubType: 'Hospital', Fields: { TimeZone } })
  test('is a name of the IANA database, and is part of the rule form', async () => {
    expect((await saveZone('America/Argentina/Buenos_Aires')).status).toBe(200)
    const { body } = await mail.api.get('/api/filters/notificationRecipients')
    expect(body).toMatchObject({ timeZone: 'America/Argentina/Buenos_Aires', mailReady: false })
    for (const wrong of ['', 'Mars/Olympus', '+02:00', 'CET-1', 7, null]) {
      const { status, body: refused } = await saveZone(wrong)
      expect([wrong, status]).toEqual([wrong, 400])
      expect(refused.errors).toEqual([{ path: 'Fields.TimeZone', message: 'This time zone does not exist.' }])
    }
    await mail.saveServer()
    expect((await mail.api.get('/api/filters/notificationRecipients')).body.mailReady).toBe(true)
  })
})

test('refuses all calls without access to the administration, and changes nothing', async () => {
  await mail.saveServer()
  const stranger = await mail.api.people.signIn({ username: 'stranger', pages: ['mirth-settings'] })
  for (const [headers, status] of [
    [stranger, 403],
    [{}, 401],
  ] as const) {
    const setting = mailSetting(25)
    expect((await mail.api.post('/api/settings/create', setting, headers)).status).toBe(status)
    expect((await mail.api.post('/api/settings/getSettings', setting, headers)).status).toBe(status)
    expect((await mail.api.post('/api/mail/test', { to: 'a@b.example' }, headers)).status).toBe(status)
    expect((await mail.api.get('/api/mail/deliveries', headers)).status).toBe(status)
    const repeated = await mail.api.post('/api/mail/deliveries/repeat', { id: 'Mail|x' }, headers)
    expect(repeated.status).toBe(status)
  }
  expect((await read()).Fields.Port).toBe(mail.server.port)
  expect(mail.server.mails).toEqual([])
})

test('deliveries about patients can be listed and repeated only with the flag', async () => {
  await mail.saveServer()
  await mail.addPerson('anna', { patientDataAccess: true })
  mail.server.refuse = () => ({ code: 550, text: 'No such mailbox' })
  await mail.addRule({
    Name: 'Zebulon is here',
    NotificationAssetType: 'Patient',
    NotificationField: 'Status',
    RaiseValue: 'Equals Zebulon',
  })
  await mail.api.pushAssets([{ AssetType: 'Patient', AssetId: 'PT-SECRET', Status: 'Zebulon' }])
  await vi.waitFor(async () => expect(await mail.deliveries('failed')).toHaveLength(1), SENT_WAIT)
  const [failed] = await mail.deliveries('failed')
  const { noPatients } = mail.api.people
  const { body } = await mail.api.get('/api/mail/deliveries?state=failed', noPatients)
  expect(body).toEqual({ data: [], count: 0 })
  for (const [id, headers] of [
    [failed?.id, noPatients],
    ['Mail|nothing', undefined],
    ['GeofenceAlert|x', undefined],
  ] as const)
    expect((await mail.api.post('/api/mail/deliveries/repeat', { id }, headers)).status).toBe(404)
  expect(await mail.deliveries('failed')).toEqual([failed])
  for (const query of ['state=all', 'channel=Fax', 'pagesize=501', 'page=0'])
    expect((await mail.api.get(`/api/mail/deliveries?${query}`)).status).toBe(400)
})

test("a user's e-mail address is stored, shown to its owner, and refused when invalid", async () => {
  const id = await mail.addPerson('anna')
  const user = async () => (await mail.api.get(`/api/users/${id}`)).body.data
  expect((await user()).email).toBe('anna@hospital.example')
  for (const email of [
    'anna',
    'a@b@c',
    'a b@c.example',
    'Anna <a@b.example>',
    `${'a'.repeat(300)}@b.example`,
  ]) {
    const { status, body } = await mail.api.request('PATCH', `/api/users/${id}`, undefined, { email })
    expect([status, body.errors?.[0]]).toEqual([
      400,
      { path: 'email', message: 'Enter an e-mail address of the form name@host.' },
    ])
  }
  await mail.api.request('PATCH', `/api/users/${id}`, undefined, { email: '' })
  expect((await user()).email).toBe('')
  expect((await mail.api.get('/api/user/profile')).body.data.email).toBe('')
  await mail.api.parts.db.driver.users.deleteOne({ username: 'anna' })
})
