import type { CallName } from '@wardtrack/contracts'
import { calls } from '@wardtrack/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from './addresses.ts'
import { fillHospital, MAP_ID } from './hospital.ts'
import { type Answer, attempts, openTarget, type Target } from './target.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget()
  await fillHospital(target, { equipment: 3, patients: 1 })
  await target.send('POST', '/api/ingest/assets', {
    headers: target.people.key,
    body: [{ AssetType: 'Patient', AssetId: 'P-1', Status: 'Here' }],
  })
})
afterAll(() => target.close())

const TRIES = attempts(15, 80)

type Thing = Record<string, unknown> & { _id: string; data?: { _id: string; NotificationAssetType?: string } }

function ask(
  call: CallName,
  headers: Record<string, string>,
  id?: string,
  body: unknown = {},
): Promise<Answer> {
  const { method } = calls[call].route
  const address = addressOf(call).replace(/\{\w+\}/, id ?? '')
  return target.send(method, address, { headers, ...(method === 'GET' ? {} : { body }) })
}

const RULE = {
  Name: 'Battery is low',
  NotificationAssetType: 'Equipment',
  NotificationField: 'BatteryLevel',
  RaiseValue: 'Equals LEVEL_1',
  Priority: 'High',
}
const PATIENT_RULE = {
  NotificationAssetType: 'Patient',
  NotificationField: 'Status',
  RaiseValue: 'Equals Away',
}
const FENCE = {
  Type: 'Safe',
  AssetTypes: ['Equipment'],
  MapId: MAP_ID,
  Coordinates: { x: 1, y: 1, w: 9, h: 9 },
  EntryTrigger: true,
  ExitTrigger: true,
}

/** Creates an object for equipment. @returns its id */
async function create(call: CallName, body: object): Promise<string> {
  const answer = await ask(call, target.people.admin, undefined, body)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  const thing = answer.body as unknown as Thing
  return thing.data?._id ?? thing._id
}

/** Lets a person without the flag and a person who hides an object act at the same moment, in both orders. */
async function race(hide: () => Promise<Answer>, attempt: () => Promise<Answer>, turn: number) {
  if (turn % 2 === 0) {
    const [hidden, attempted] = await Promise.all([hide(), attempt()])
    return { hidden, attempted }
  }
  const [attempted, hidden] = await Promise.all([attempt(), hide()])
  return { hidden, attempted }
}

describe('an object that becomes a patient’s at the same moment', () => {
  test('gets no webhook from a person without the flag, and reveals nothing of patients to them', async () => {
    const { admin, noPatients } = target.people
    const outcomes = new Map<number, number>()
    for (let turn = 0; turn < TRIES; turn++) {
      const id = await create('createNotificationRule', { ...RULE, Name: `Rule ${turn}` })
      const webhook = { Webhook: { address: 'https://10.0.0.9/rules', plainHttpReason: '' } }
      const { hidden, attempted } = await race(
        () => ask('changeNotificationRule', admin, id, PATIENT_RULE),
        () => ask('changeNotificationRule', noPatients, id, webhook),
        turn,
      )
      expect(hidden.status).toBe(200)
      expect([200, 404]).toContain(attempted.status)
      expect(attempted.text).not.toContain('Patient')
      outcomes.set(attempted.status, (outcomes.get(attempted.status) ?? 0) + 1)
      if (attempted.status === 404)
        expect((await ask('notificationRule', admin, id)).text).not.toContain('10.0.0.9')
      await ask('deleteNotificationRule', admin, id)
    }
    console.log(`visibility races: webhooks ${JSON.stringify([...outcomes])}`)
  })

  test.each<[what: string, create: CallName, body: object, hide: CallName, hidden: object, remove: CallName]>(
    [
      [
        'rule',
        'createNotificationRule',
        RULE,
        'changeNotificationRule',
        PATIENT_RULE,
        'deleteNotificationRule',
      ],
      ['geofence', 'addGeofence', FENCE, 'changeGeofence', { AssetTypes: ['Patient'] }, 'deleteGeofence'],
    ],
  )('is not deleted: a %s', async (_what, make, body, hide, hiding, remove) => {
    const { admin, noPatients } = target.people
    for (let turn = 0; turn < TRIES; turn++) {
      const id = await create(make, { ...body, Name: `Thing ${turn}` })
      const { hidden, attempted } = await race(
        () => ask(hide, admin, id, hiding),
        () => ask(remove, noPatients, id),
        turn,
      )
      // One request came first: a deleted object is not changed, and a hidden one is not found.
      expect([hidden.status, attempted.status].toSorted((a, b) => a - b)).toEqual([200, 404])
      if (hidden.status === 200) expect((await ask(remove, admin, id)).status).toBe(200)
    }
  })
})
