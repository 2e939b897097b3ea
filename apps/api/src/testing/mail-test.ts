import type { RuleDelivery } from '@wardtrack/contracts'
import { startMailServer, TEST_WAIT, type TestAppOptions, type TestMailServer } from '@wardtrack/test-kit'
import { expect, vi } from 'vitest'
import { type ApiTest, openApiTest } from './api-test.ts'

/** Timeout for a mail or a webhook. */
export const SENT_WAIT = TEST_WAIT

/** API with a mail server on loopback. */
export type MailTest = {
  api: ApiTest
  server: TestMailServer
  /** saves the mail server; `members` override the default settings */
  saveServer(members?: object): Promise<void>
  /** creates a user and returns the id */
  addPerson(username: string, members?: object): Promise<string>
  /** creates a rule about low batteries with mail, and returns its id */
  addRule(members?: object): Promise<string>
  /** registers equipment with a low battery, so that rules fire */
  fire(...ids: string[]): Promise<void>
  /** makes delayed messages due now */
  skipWaiting(): Promise<void>
  /** waits until the mail server has received this many mails */
  taken(count: number): Promise<void>
  deliveries(state: 'waiting' | 'failed', channel?: 'Mail' | 'Webhook'): Promise<RuleDelivery[]>
  /** deletes rules, users created here, notifications and all sent messages */
  reset(): Promise<void>
  close(): Promise<void>
}

/** Rule about equipment. */
export const RULE = {
  Name: 'Low battery',
  NotificationAssetType: 'Equipment',
  NotificationField: 'BatteryLevel',
  RaiseValue: 'Less Than LEVEL_2',
  Priority: 'High',
}

/** Returns the setting of a mail server on loopback. */
export const mailSetting = (port: number, members: object = {}) => ({
  Type: 'Mail',
  SubType: 'Mail',
  Fields: {
    Host: '127.0.0.1',
    Port: port,
    Security: 'none',
    From: 'wardtrack@hospital.example',
    ConsoleAddress: 'https://wardtrack.hospital.example/',
    ...members,
  },
})

/** Opens the API and the mail server. */
export async function openMailTest(options: TestAppOptions = {}): Promise<MailTest> {
  const api = await openApiTest({ outboundAllow: ['127.0.0.1'], ...options })
  const server = await startMailServer()
  const { models, driver } = api.parts.db
  const isSaved = (status: number, body: unknown): void => {
    if (status !== 200) throw new Error(JSON.stringify(body))
  }
  const test: MailTest = {
    api,
    server,
    saveServer: async (members) => {
      const { status, body } = await api.post('/api/settings/create', mailSetting(server.port, members))
      isSaved(status, body)
    },
    addPerson: async (username, members = {}) => {
      const { status, body } = await api.post('/api/users', {
        username,
        password: 'correct horse battery',
        email: `${username}@hospital.example`,
        ...members,
      })
      isSaved(status, body)
      return body.data._id
    },
    addRule: async (members = {}) => {
      const { status, body } = await api.post('/api/filters/notificationRule/create', {
        ...RULE,
        Mail: true,
        Audience: { privileges: [], users: ['anna'] },
        ...members,
      })
      isSaved(status, body)
      return body.data._id
    },
    fire: async (...ids) => {
      const low = { AssetType: 'Equipment', BatteryLevel: 'LEVEL_1' }
      await api.pushAssets(ids.map((AssetId) => ({ ...low, AssetId, AssetName: `Pump ${AssetId}` })))
      await vi.waitFor(async () => {
        expect(await driver.assets.countDocuments({ 'Rules.raised.id': { $gte: '' } })).toBe(0)
      }, SENT_WAIT)
    },
    skipWaiting: async () => {
      await models.ruleMessages.updateMany({ state: 'open' }, { $set: { dueAt: new Date(0) } })
    },
    taken: (count) => vi.waitFor(() => expect(server.mails).toHaveLength(count), SENT_WAIT),
    deliveries: async (state, channel = 'Mail') =>
      (await api.get(`/api/mail/deliveries?state=${state}&channel=${channel}`)).body.data,
    reset: async () => {
      await models.notificationRules.deleteMany({})
      for (const collection of [
        driver.assets,
        driver.notifications,
        driver.notificationReceipts,
        driver.ruleMessages,
        driver.deliveries,
        driver.deliveryAddresses,
        driver.settings,
      ])
        await collection.deleteMany()
      await driver.users.deleteMany({ email: { $gt: '' } })
      api.parts.bus.publish('config.changed', { what: 'rules' })
      server.mails.length = 0
      server.refuse = () => undefined
    },
    close: async () => {
      await api.close()
      await server.close()
    },
  }
  return test
}
