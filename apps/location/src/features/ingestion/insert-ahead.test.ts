import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ago, openHospital, type TestHospital } from '../../testing/open-hospital.ts'

let hospital: TestHospital
beforeAll(async () => {
  hospital = await openHospital()
  await hospital.addAsset({ AssetId: 'P-1' })
})
afterAll(() => hospital.close())

const item = (eventId: string | undefined, time: string) => ({
  AssetType: 'Equipment',
  AssetId: 'P-1',
  mapId: 'm1',
  x: 1,
  y: 1,
  time,
  ...(eventId === undefined ? {} : { eventId }),
})

type Command = { insert?: string; update?: string; writeConcern?: { j?: boolean } }
let sent: string[] = []
let losesInserts = false

beforeEach(() => {
  sent = []
  losesInserts = false
  const { connection, driver } = hospital.parts.db
  const store = connection.db
  if (!store) throw new Error('no store')
  const command = store.command.bind(store)
  const spy = vi.spyOn(store, 'command').mockImplementation(async (sentCommand, options) => {
    const { insert, update, writeConcern }: Command = sentCommand
    // Visits are written separately, some time after the events.
    if ((insert ?? update) !== 'visits')
      sent.push(`${insert === undefined ? 'update' : 'insert'} ${insert ?? update} ${writeConcern?.j}`)
    const reply = await command(sentCommand, options)
    if (insert !== undefined && losesInserts) await driver.locationHistory.deleteMany({})
    return reply
  })
  return () => spy.mockRestore()
})

const rows = (): Promise<number> => hospital.parts.db.driver.locationHistory.countDocuments()

describe('an event with an event id', () => {
  it('is flushed to disk together with the place that it moves', async () => {
    expect((await hospital.push(item('a', ago(5_000)))).body).toMatchObject({ accepted: 1 })
    expect(sent).toEqual(['insert locationHistory false', 'update assets true'])
    expect((await hospital.push(item(undefined, ago(4_000)))).body).toMatchObject({ accepted: 1 })
    expect(sent.slice(2).sort()).toEqual(['insert locationHistory true', 'update assets true'])
  })

  it('is flushed separately if it moves no asset', async () => {
    expect((await hospital.push(item('b', ago(60_000)))).body).toMatchObject({ accepted: 1 })
    // The event is marked first, because visits are rebuilt from history.
    expect(sent).toEqual([
      'update assets true',
      'insert locationHistory false',
      'insert locationHistory true',
    ])
    expect((await hospital.push(item('b', ago(50_000)))).body).toMatchObject({ duplicates: 1 })
    expect(await rows()).toBe(3)
  })

  it('is not acknowledged if the store lost it before the flush', async () => {
    const lost = item('c', ago(1_000))
    losesInserts = true
    expect((await hospital.push(lost)).status).toBe(503)
    losesInserts = false
    expect(await rows()).toBe(0)
    expect((await hospital.push(lost)).body).toMatchObject({ accepted: 1 })
    expect((await hospital.push(lost)).body).toMatchObject({ duplicates: 1 })
    expect(await rows()).toBe(1)
  })
})
