import { setTimeout as sleep } from 'node:timers/promises'
import { trusted } from '@wardtrack/database'
import { startMailServer, TEST_WAIT, type TestMailServer } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SUPERVISOR } from './testing/running-product.ts'
import {
  type RunningTopology,
  startTopology,
  stopTopology,
  topologyKinds,
} from './testing/running-topology.ts'

// Reports that are due while two processes look for them and one of them is killed.
const KINDS = topologyKinds([{ processes: 'products', redis: true }])
const NAMES = Array.from({ length: 8 }, (_, index) => `Report ${index}`)

describe.each(KINDS)('scheduled reports of $processes, with Redis: $redis', (kind) => {
  let mailServer: TestMailServer
  let starting: Promise<RunningTopology> | undefined
  let topology: RunningTopology
  beforeAll(async () => {
    mailServer = await startMailServer()
    starting = startTopology(kind, { WARDTRACK_OUTBOUND_ALLOW: '127.0.0.1' })
    topology = await starting
    const { data } = await topology.admin.call('users', { query: { search: SUPERVISOR } })
    await topology.client.call('changeUser', {
      params: { id: data[0]?._id ?? '' },
      body: { email: 'supervisor@hospital.example' },
    })
    await topology.client.call('createSettings', {
      body: {
        Type: 'Mail',
        SubType: 'Mail',
        Fields: {
          Host: '127.0.0.1',
          Port: mailServer.port,
          Security: 'none',
          From: 'wardtrack@hospital.example',
          ConsoleAddress: 'https://wardtrack.hospital.example/',
        },
      },
    })
    await topology.pushAt(1, '/api/ingest/assets', [{ AssetType: 'Equipment', AssetId: 'P-1' }])
    await topology.settle()
  }, 120_000)
  afterAll(async () => {
    await stopTopology(starting)
    await mailServer?.close()
  })

  const schedule = async (Name: string): Promise<string> => {
    const { data } = await topology.client.call('createReportSchedule', {
      body: {
        Name,
        page: 'devices',
        criteria: [{ AssetType: 'Equipment' }],
        period: 'none',
        format: 'csv',
        byMail: true,
        keepFile: true,
        keepDays: 30,
        enabled: true,
        every: 'day',
        time: '07:30',
        timeZone: 'UTC',
      },
    })
    return data._id
  }
  const runsOf = async (id: string) =>
    (await topology.client.call('listReportRuns', { params: { id }, query: { page: 1, pagesize: 50 } })).data

  test('are created and mailed once each, even when a process is killed meanwhile', async () => {
    const ids: string[] = []
    for (const name of NAMES) ids.push(await schedule(name))
    const { reportSchedules, reportRuns, deliveries } = topology.db.models
    // Makes the reports due now instead of at the full minute of a schedule.
    await reportSchedules.updateMany({ _id: trusted({ $in: ids }) }, { $set: { nextAt: new Date() } })
    await vi.waitFor(async () => expect(await reportRuns.countDocuments({})).toBeGreaterThan(0), TEST_WAIT)
    await sleep(Math.random() * 100)
    const restarted = topology.kill('api', 1)
    await restarted
    // Releases the claims of the killed process, which otherwise last more than a minute.
    await reportRuns.updateMany({ state: 'running' }, { $set: { takeAt: new Date(0) } })
    await deliveries.updateMany({ pending: true }, { $set: { nextAt: new Date(0) } })
    await vi.waitFor(async () => {
      for (const id of ids) expect((await runsOf(id)).map(({ state }) => state)).toEqual(['done'])
      for (const id of ids) expect((await runsOf(id)).map(({ mail }) => mail)).toEqual(['sent'])
    }, TEST_WAIT)
    const idOf = (text: string): string => /^Message-ID: (.+)$/im.exec(text)?.[1] ?? ''
    const subjectOf = (text: string): string => NAMES.find((name) => text.includes(name)) ?? ''
    // A mail whose answer was lost in the kill is sent again under its id.
    const sent = new Map(mailServer.mails.map(({ text }) => [idOf(text), subjectOf(text)]))
    expect([...sent.values()].toSorted()).toEqual(NAMES)
    expect(mailServer.mails.length - sent.size).toBeLessThanOrEqual(4)
    for (const id of ids) {
      const [run] = await runsOf(id)
      expect(run?.rows).toBe(1)
      const file = await topology.client.open('downloadReportFile', { params: { id: run?._id ?? '' } })
      expect(await file.text()).toContain('P-1')
    }
  }, 60_000)
})
