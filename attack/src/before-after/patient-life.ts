import { type CallName, calls } from '@wardtrack/contracts'
import { addressOf } from '../addresses.ts'
import { MAP_ID, numbered, PATIENT_NAME } from '../hospital.ts'
import type { Target } from '../target.ts'

const PATIENTS = 12

/** Internal ids of patients and of the objects linked with them. */
export type PatientThings = {
  ids: readonly string[]
  rule: string
  report: string
  fence: string
  filter: string
}

/** A page that a client claims to be on, with data of a patient. */
const CLAIMED_PAGE = `/asset-detail/Patient/${PATIENT_NAME}`

type Sent = { params?: Record<string, string>; query?: string; body?: object }

/** Sends a call as the administrator, who has the flag. @throws unless the answer is a success */
async function askFlagged(target: Target, call: CallName, { params = {}, query = '', body }: Sent) {
  const path = addressOf(call).replaceAll(/\{(\w+)\}/g, (_whole, name: string) => params[name] ?? '')
  const answer = await target.send(calls[call].route.method, path + query, {
    headers: { ...target.people.admin, pageRoute: CLAIMED_PAGE },
    ...(body ? { body } : {}),
  })
  if (answer.status !== 200) throw new Error(`${call}: ${answer.status} ${answer.text.slice(0, 500)}`)
  return answer.body as Record<string, unknown>
}

async function push(target: Target, path: string, items: object[]): Promise<void> {
  const { status, text, body } = await target.send('POST', path, { headers: target.people.key, body: items })
  if (status !== 200 || (body as { accepted?: number }).accepted !== items.length)
    throw new Error(`${path}: ${status} ${text.slice(0, 500)}`)
}

const patient = (n: number) => ({ AssetType: 'Patient', AssetId: `P-${n}` })
const FENCE = {
  Name: `${PATIENT_NAME} stays here`,
  Type: 'Safe',
  AssetTypes: ['Patient'],
  MapId: MAP_ID,
  Coordinates: { x: 1, y: 1, w: 40, h: 25 },
  EntryTrigger: true,
  ExitTrigger: true,
}
const RULE = {
  Name: `${PATIENT_NAME} has another status`,
  NotificationAssetType: 'Patient',
  NotificationField: 'Status',
  RaiseValue: 'Equals Away',
  Priority: 'High',
}
const REPORT = {
  Name: `${PATIENT_NAME} and others`,
  Description: `Where ${PATIENT_NAME} is`,
  Subject: 'Patient',
  Type: 'List',
  share: 'Everyone',
  Fields: ['AssetName', 'Status'],
}

/** Adds patients to the hospital, with every kind of object that they can have. */
export async function revealPatients(target: Target): Promise<PatientThings> {
  const all = numbered(PATIENTS)
  const flagged = (call: CallName, sent: Sent = {}) => askFlagged(target, call, sent)
  await push(
    target,
    '/api/ingest/assets',
    all.map((n) => ({ ...patient(n), AssetName: `${PATIENT_NAME} ${n}`, Status: 'Here' })),
  )
  const fence = await flagged('addGeofence', { body: FENCE })
  const rule = (await flagged('createNotificationRule', { body: RULE }))['data'] as { _id: string }
  const report = (await flagged('createCustomReport', { body: REPORT }))['data'] as { _id: string }
  const filter = (
    await flagged('createFilter', {
      body: {
        displayName: PATIENT_NAME,
        criteria: [{ AssetType: 'Patient' }],
        showOn: 'devices',
        filterId: 1_700_000_000_000,
        share: true,
      },
    })
  )['data'] as { filterId: string }
  await flagged('setRule', {
    body: { Patient: { ruleName: PATIENT_NAME, ruleCondition: { AssetId: 'P-1' } } },
  })
  await push(
    target,
    '/location/api/ingest/locations',
    all.map((n) => ({ ...patient(n), mapId: MAP_ID, x: 2 + n, y: 3 })),
  )
  await push(
    target,
    '/api/ingest/associations',
    all.map((n) => ({
      from: { AssetType: 'Equipment', AssetId: `E-${(n % 6) + 1}` },
      to: patient(n),
      action: 'link',
    })),
  )
  await push(
    target,
    '/api/ingest/assets',
    all.map((n) => ({ ...patient(n), Status: 'Away' })),
  )
  const tag = { LocationTag: { Provider: 'cisco', TagId: 'worn' } }
  await flagged('addLocationTag', { body: { ...patient(1), ...tag } })
  await flagged('assetGetById', { query: '?assetType=Patient&assetId=P-1' })
  await flagged('assetsFilter', { body: { AssetType: 'Patient' } })
  await flagged('readReport', { params: { page: 'all-assets-map-view' }, body: {} })
  await target.send('POST', addressOf('exportCsv').replace('{page}', 'devices'), {
    headers: target.people.admin,
    body: {},
  })
  await flagged('changeBulkStatus', { body: { keys: ['Patient:P-1'], status: 'inactive' } })
  const assets = await target.parts.db.driver.assets.find({ AssetType: 'Patient' }).toArray()
  const ids = [
    ...assets.map(({ _id }) => _id.toHexString()),
    rule._id,
    report._id,
    String(fence['_id']),
    filter.filterId,
  ]
  return { ids, rule: rule._id, report: report._id, fence: String(fence['_id']), filter: filter.filterId }
}

/** Changes and deletes the patients' objects. */
export async function hidePatients(target: Target, things: PatientThings): Promise<void> {
  const flagged = (call: CallName, sent: Sent = {}) => askFlagged(target, call, sent)
  await flagged('changeNotificationRule', { params: { id: things.rule }, body: { Priority: 'Low' } })
  await flagged('deleteNotificationRule', { params: { id: things.rule } })
  await flagged('deleteGeofence', { params: { id: things.fence } })
  await flagged('deleteCustomReportById', { params: { id: things.report } })
  await flagged('deleteFilter', { params: { filterId: things.filter } })
  await flagged('removeRule', { body: { AssetType: 'Patient', ruleName: PATIENT_NAME } })
  await flagged('removeLocationTag', { body: { ...patient(1), Provider: 'cisco', TagId: 'worn' } })
  await push(
    target,
    '/api/ingest/associations',
    numbered(PATIENTS).map((n) => ({
      from: { AssetType: 'Equipment', AssetId: `E-${(n % 6) + 1}` },
      to: patient(n),
      action: 'unlink',
    })),
  )
}
