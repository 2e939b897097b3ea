import { type CallName, calls, type MirthDelivery, messages, type RuleDelivery } from '@wardtrack/contracts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { addressOf } from './addresses.ts'
import { fillHospital, position } from './hospital.ts'
import {
  ACCEPTING,
  type BadReceiver,
  type Behaviour,
  CHANGING_LOOKUP,
  CHANGING_NAME,
  good,
  MAIL_SERVERS,
  MIRTH,
  MIRTH_BEHAVIOURS,
  REFUSING,
  startBadReceiver,
  status,
} from './misbehaving-receivers.ts'
import { startProbe } from './progress-probe.ts'
import { type Answer, attempts, openTarget, type Target } from './target.ts'

/** Longest wait: an attempt ends after ten seconds, and the next one follows after two at most. */
const WAIT = { timeout: 45_000, interval: 100 }
/** Maximum growth of the process, in MB. The receivers offer gigabytes. */
const MAX_GROWTH_MB = 400
const FIRINGS = attempts(3, 20)

let target: Target
/** Receivers by the name of their rule. */
const receivers = new Map<string, BadReceiver>()
/** Receivers that must never get anything: the product may not call their addresses. */
const inside: BadReceiver[] = []
const called = (name: string): BadReceiver => {
  const receiver = receivers.get(name)
  if (!receiver) throw new Error(`no receiver ${name}`)
  return receiver
}
const start = async (
  name: string,
  behave: Behaviour,
  options?: Parameters<typeof startBadReceiver>[1],
): Promise<void> => {
  receivers.set(name, await startBadReceiver(behave, options))
}

/** Failures that people see, by the name of the rule. */
const failures = new Map<string, string>()

beforeAll(async () => {
  for (let n = 0; n < 2; n++) inside.push(await startBadReceiver(good))
  const [canary] = inside
  await start('good', good)
  await start('moved', good)
  for (const [name, behave] of Object.entries(ACCEPTING)) await start(name, behave)
  for (const [name, [failure, behave]] of Object.entries(REFUSING)) {
    await start(name, behave)
    failures.set(name, failure)
  }
  for (const code of [301, 302, 303, 307, 308]) {
    const to = code % 2 === 0 ? 'http://169.254.169.254/' : `http://127.0.0.1:${canary?.port}/`
    await start(`redirect ${code}`, (socket) => socket.write(status(code, `location: ${to}`)))
    failures.set(`redirect ${code}`, `The server answered with status ${code}.`)
  }
  const later =
    (code: number, when: string): Behaviour =>
    (socket, count) =>
      socket.write(count > 1 ? status(200) : status(code, `retry-after: ${when}`))
  await start('busy for years', later(429, '99999999999999999999'))
  await start('away until the year 9999', later(503, 'Fri, 31 Dec 9999 23:59:59 GMT'))
  await start('away since yesterday', later(503, '-86400'))
  await start('untrusted certificate', good, { secure: true })
  failures.set('untrusted certificate', 'certificate-not-trusted')
  await start('no TLS', good, { greet: (socket) => socket.write(status(400)) })
  await start('silence instead of TLS', () => {})
  failures.set('no TLS', 'not-encrypted')
  failures.set('silence instead of TLS', 'timed-out')
  for (const kind of MIRTH) await start(`Mirth ${kind}`, MIRTH_BEHAVIOURS[kind])
  for (const [name, [, greet]] of Object.entries(MAIL_SERVERS))
    await start(`Mail ${name}`, () => {}, { greet })
  const ports = [...receivers.values()].map(({ port }) => port)
  target = await openTarget({
    WARDTRACK_OUTBOUND_ALLOW: ports.map((port) => `127.0.0.1:${port}`).join(),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CHANGING_LOOKUP)}`,
  })
  await fillHospital(target, { equipment: 5, patients: 0 })
})
afterAll(async () => {
  await target.close()
  for (const receiver of [...receivers.values(), ...inside]) await receiver.close()
})

function ask(call: CallName, body?: object, query = '', id = ''): Promise<Answer> {
  const address = addressOf(call).replace(/\{\w+\}/, id) + query
  const { method } = calls[call].route
  return target.send(method, address, {
    headers: target.people.admin,
    ...(method === 'GET' ? {} : { body: body ?? {} }),
  })
}

async function succeed<T>(call: CallName, body?: object, query = '', id = ''): Promise<T> {
  const answer = await ask(call, body, query, id)
  if (answer.status !== 200) throw new Error(`${call}: ${answer.status} ${answer.text.slice(0, 500)}`)
  return answer.body as T
}

const rule = (name: string, address: string) => ({
  Name: name,
  NotificationAssetType: 'Equipment',
  NotificationField: 'BatteryLevel',
  RaiseValue: 'Equals LEVEL_1',
  Priority: 'High',
  Webhook: { address },
})
const addRule = async (name: string, address: string): Promise<string> =>
  (await succeed<{ data: { _id: string } }>('createNotificationRule', rule(name, address))).data._id

let fired = 0
/** Pushes one asset with an empty battery, so that every rule fires. @returns its id */
async function fire(): Promise<string> {
  const AssetId = `F-${++fired}`
  const { status: code, text } = await target.send('POST', addressOf('ingestAssets'), {
    headers: target.people.key,
    body: [{ AssetType: 'Equipment', AssetId, BatteryLevel: 'LEVEL_1' }],
  })
  if (code !== 200) throw new Error(text)
  return AssetId
}

const keysOf = (name: string): string[] => called(name).received.map(({ key }) => key)
/** Returns the ids of the assets in the webhooks that a receiver got. */
const assetsOf = (name: string): string[] =>
  called(name).received.flatMap(({ body }) =>
    (JSON.parse(body) as { notifications: { assets: { AssetId: string }[] }[] }).notifications.flatMap(
      ({ assets }) => assets.map(({ AssetId }) => AssetId),
    ),
  )

/** Returns the reason of each waiting webhook, by rule. */
async function waitingReasons(): Promise<Map<string, string>> {
  const { data } = await succeed<{ data: RuleDelivery[] }>(
    'ruleDeliveries',
    undefined,
    '?channel=Webhook&state=waiting&pagesize=500',
  )
  return new Map(
    data.flatMap(({ rule: name, reason }) => (reason === undefined ? [] : [[name, reason] as const])),
  )
}

describe('misbehaving receivers', () => {
  const seen: string[] = []
  let secret = ''
  let goodRule = ''

  test('delay no other receiver, take little memory, and are named with their failure', async () => {
    for (const [name, { port }] of receivers) {
      if (/^(?:Mirth|Mail|moved)\b/.test(name)) continue
      const scheme = /TLS|certificate/.test(name) ? 'https' : 'http'
      const id = await addRule(name, `${scheme}://127.0.0.1:${port}/hook`)
      if (name === 'good') goodRule = id
    }
    await addRule('changing name', `http://${CHANGING_NAME}:${inside[0]?.port}/`)
    failures.set('changing name', 'address-not-allowed')
    secret = (await succeed<{ secret: string }>('makeRuleWebhookSecret', {}, '', goodRule)).secret
    const Fields = Object.fromEntries(
      MIRTH.map((kind) => [kind, `http://127.0.0.1:${called(`Mirth ${kind}`).port}/${kind}`]),
    )
    await succeed('createSettings', { Type: 'Mirth', SubType: 'Mirth', Fields })
    await target.send('POST', addressOf('ingestDeviceStatus'), {
      headers: target.people.key,
      body: [{ deviceId: 'E-1', BatteryLevel: 'LEVEL_2' }],
    })
    await fillHospital(target, { equipment: 1, patients: 0 })
    const before = await target.residentMb()
    let peak = before
    const watching = setInterval(() => void target.residentMb().then((mb) => (peak = Math.max(peak, mb))), 50)
    onTestFinished(() => clearInterval(watching))
    const pushes = startProbe(async () => {
      const { status: code, text } = await target.send('POST', addressOf('ingestLocations'), {
        headers: target.people.key,
        body: { ...position(1), AssetId: 'E-1' },
      })
      return code === 200 ? undefined : `${code} ${text}`
    })
    for (let n = 0; n < FIRINGS; n++) {
      seen.push(await fire())
      await vi.waitFor(() => expect(assetsOf('good')).toEqual(seen), WAIT)
    }
    await vi.waitFor(async () => expect(await waitingReasons()).toEqual(failures), WAIT)
    const { times, failures: failed } = await pushes.stop()
    console.log(
      `misbehaving receivers: ${receivers.size} of them; ${times.length} pushes meanwhile, ${before.toFixed(0)} MB before and ${peak.toFixed(0)} MB at most`,
    )
    expect(failed).toEqual([])
    expect(peak - before).toBeLessThan(MAX_GROWTH_MB)
    expect((await target.send('GET', addressOf('healthReady'))).status).toBe(200)
  })

  test('get each delivery once, if they have accepted it', async () => {
    for (const name of ['good', ...Object.keys(ACCEPTING)]) {
      await vi.waitFor(() => expect([name, assetsOf(name)]).toEqual([name, seen]), WAIT)
      expect(new Set(keysOf(name)).size, `keys at ${name}`).toBe(seen.length)
    }
  })

  test('do not choose when the next attempt is made', async () => {
    for (const name of ['busy for years', 'away until the year 9999', 'away since yesterday']) {
      await vi.waitFor(() => expect(assetsOf(name)).toEqual([seen[0], ...seen]), WAIT)
      expect(keysOf(name)[0]).toBe(keysOf(name)[1])
    }
  })

  test('lead the product to no address inside, by redirect or by a name that changes', async () => {
    expect(inside.flatMap(({ received }) => received)).toEqual([])
    expect(inside.map((receiver) => receiver.maxOpen())).toEqual([0, 0])
  })

  test('of Mirth are separate from each other', async () => {
    await vi.waitFor(async () => {
      const { data } = await succeed<{ data: MirthDelivery[] }>('mirthDeliveries')
      const errors = data.filter(({ lastError }) => lastError)
      expect(errors.map(({ field, lastError }) => [field, lastError])).toEqual([
        ['LocationHierarchy', 'other-protocol'],
        ['DeviceStatus', 'timed-out'],
      ])
    }, WAIT)
    const delivered = called('Mirth Asset').received.map(({ body }) => JSON.parse(body).AssetId)
    expect(delivered).toEqual(expect.arrayContaining(seen))
    expect(called('Mirth AssetLocation').received.length).toBeGreaterThan(0)
    for (const kind of ['Mirth Asset', 'Mirth AssetLocation'])
      expect(new Set(keysOf(kind)).size).toBe(keysOf(kind).length)
    for (const kind of MIRTH) expect(called(`Mirth ${kind}`).maxOpen()).toBeLessThanOrEqual(64)
  })

  test.each(Object.entries(MAIL_SERVERS))('that are mail servers fail: %s', async (name, [failure]) => {
    const { port } = called(`Mail ${name}`)
    await succeed('createSettings', {
      Type: 'Mail',
      SubType: 'Mail',
      Fields: {
        Host: '127.0.0.1',
        Port: port,
        Security: 'none',
        From: 'wardtrack@hospital.example',
        ConsoleAddress: 'https://wardtrack.hospital.example/',
      },
    })
    const before = await target.residentMb()
    const { data } = await succeed<{ data: { accepted: boolean; error?: string } }>('testMail', {
      to: 'nurse@hospital.example',
    })
    expect(data).toMatchObject({ accepted: false, error: failure })
    expect((await target.residentMb()) - before).toBeLessThan(MAX_GROWTH_MB)
  })

  test('never get the secret of an address, also after its host has changed', async () => {
    await succeed(
      'changeNotificationRule',
      { Webhook: { address: `http://127.0.0.1:${called('moved').port}/` } },
      '',
      goodRule,
    )
    seen.push(await fire())
    await vi.waitFor(() => expect(assetsOf('moved')).toEqual([seen.at(-1)]), WAIT)
    const heads = [...called('good').received, ...called('moved').received].map(({ head }) => head)
    expect(heads.every((head) => /wardtrack-signature: t=\d+,v1=[0-9a-f]{64}/.test(head))).toBe(true)
    const everything = [...receivers.values()].flatMap(({ received }) => received)
    expect(secret).toMatch(/^wts_/)
    for (const { head, body } of everything) expect(head + body).not.toContain(secret.slice(4))
  })

  test('hold no connection after their time', async () => {
    const held = (): [string, number][] =>
      [...receivers].filter(([name]) => name in ACCEPTING).map(([name, receiver]) => [name, receiver.open()])
    await vi.waitFor(() => expect(held().filter(([, open]) => open > 0)).toEqual([]), WAIT)
  })

  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://metadata.google.internal/',
    'http://[fd00:ec2::254]/',
    'http://[::ffff:127.0.0.1]/',
    'http://0.0.0.0/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://localhost/',
    'http://[::1]/',
  ])('cannot be set up inside: %s', async (address) => {
    const answer = await ask('createNotificationRule', rule('inside', address))
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(messages.addressRefused)])
    expect(await target.parts.db.models.notificationRules.countDocuments({ Name: 'inside' })).toBe(0)
  })
})
