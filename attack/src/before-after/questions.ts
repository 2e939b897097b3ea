import type { Call, CallName } from '@wardtrack/contracts'
import { addressedCalls } from '../addresses.ts'
import { MAP_ID } from '../hospital.ts'
import type { Answer, Target } from '../target.ts'

/** One request to a call, as a person without the flag sends it. */
export type Question = { what: string; call: CallName; address: string; method: string; body?: unknown }

/** Calls that are left out, with the reason. */
const NOT_ASKED: Partial<Record<CallName, string>> = {
  live: 'a stream without an end',
  logout: 'ends the session that asks',
  endOtherSessions: 'ends sessions of the comparison',
  startSecondFactor: 'makes another secret each time',
  resetDefaultDashboard: 'gives the default another revision each time',
  formatTemplates: 'samples hold the present time',
  exportXlsx: 'holds the moment of its writing; its rows are those of exportCsv',
  exportPdf: 'the same',
  rotateEncryptionKey: 'starts a job',
  apiReplayAll: 'starts a job',
  locationReplayAll: 'starts a job',
  statusReplayAll: 'starts a job',
  listAudit: 'grows with each question; its targets are looked at apart',
  exportAudit: 'the same',
  verifyAuditLog: 'the same',
  auditState: 'the same',
  listLogs: 'sizes of files that grow with each question; lines are looked at apart',
  downloadLog: 'the same',
  downloadLogs: 'the same',
  searchLog: 'the same',
  metrics: 'counts each question; its series are looked at apart, and the proxy keeps it inside',
}

/** Values of parameters in addresses; other parameters get an id that does not exist. */
const PARAMETERS: Readonly<Record<string, string>> = {
  mapId: MAP_ID,
  page: 'devices',
  name: 'test',
  operation: 'importCsv',
  format: 'csv',
}

/** Queries that a call requires. */
const QUERIES: Partial<Record<CallName, string[]>> = {
  assetGetById: ['?assetType=Equipment&assetId=E-1', '?assetType=Patient&assetId=P-1'],
  getFiltersForUser: ['?userName=noPatients&showOn=devices'],
  geofenceAlerts: ['', '?filterData=e'],
  notifications: ['', '?unread=1'],
}

const DAY = { historyDays: 1, alertDays: 1, deadLetterDays: 1, logDays: 1 }
/** Bodies that calls get in addition to an empty one. */
const BODIES: Partial<Record<CallName, unknown[]>> = {
  assetsFilter: [{ search: 'quennell' }, { AssetType: 'Patient' }, { AssetType: 'Equipment' }],
  assetsList: [{ projection: ['Fields'] }, { query: { search: 'P-1' } }],
  getAssetMappingById: [{ Equipment: 'E-1' }, { Patient: 'P-1' }],
  getLocationHistory: [{ assetId: 'E-1' }, { assetId: 'P-1' }],
  deviceStatusHistory: [{ deviceId: 'E-1' }, { deviceId: 'P-1' }],
  getVisits: [{ assetId: 'E-1' }, { assetId: 'P-1' }],
  getTrail: [{ assetId: 'P-1' }],
  deviceStateStretches: [{ assetId: 'P-1' }],
  mapsPointer: [{ 'CurrentLocation.mapId': MAP_ID }],
  mapsPointerAllAssets: [{ 'CurrentLocation.mapId': MAP_ID }],
  countAssets: [{ by: 'BatteryLevel' }],
  previewRetention: [DAY],
  searchLocations: [{ text: 'quennell' }, { text: 'p-1' }],
  nearestAssets: [{ category: 'Pump', start: { place: 'room-1' } }],
  nearestRoute: [{ assetId: 'E-1', start: { place: 'room-1' } }],
  previewCustomReport: [{ Subject: 'Patient', Fields: ['AssetName', 'Status'] }],
  addLocationTag: [
    { AssetType: 'Equipment', AssetId: 'E-1', LocationTag: { Provider: 'cisco', TagId: 'worn' }, move: true },
  ],
  importTagToAsset: [
    { header: ['AssetId', 'Provider', 'TagId'], fields: [['E-1', 'cisco', 'worn']] },
    { header: ['AssetId', 'Provider', 'TagId'], fields: [['P-1', 'cisco', 'worn']] },
  ],
  importCsv: [{ header: ['AssetType', 'AssetId'], fields: [['Patient', 'P-1']] }],
  toggleAssetStatus: [{ key: 'Patient:P-1', flag: true }],
  saveHomeLocation: [{ AssetType: 'Patient', AssetId: 'P-1', level: 'Hospital' }],
  getSettings: [
    { Type: 'Mirth', SubType: 'Mirth' },
    { Type: 'Retention', SubType: 'Retention' },
  ],
}

/** All questions: each request of every call that is not left out. */
export const QUESTIONS: readonly Question[] = addressedCalls(
  ({ route }, name) => route.access.kind !== 'key' && !(name in NOT_ASKED),
).flatMap(({ name, call, method, address }) => {
  const filled = address.replaceAll(
    /\{\+?(\w+)\}/g,
    (_whole, member: string) => PARAMETERS[member] ?? 'some-id',
  )
  const bodies: unknown[] = method === 'GET' ? [undefined] : [{}, ...(BODIES[name] ?? [])]
  return (QUERIES[name] ?? ['']).flatMap((query) =>
    bodies.map((body) => ({
      what: `${name}${query}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`,
      call: name,
      method,
      address: filled + query,
      ...(takesBody(call) && body !== undefined ? { body } : {}),
    })),
  )
})

function takesBody({ route: { method } }: Call): boolean {
  return method !== 'GET'
}

export const ask = (target: Target, { method, address, body }: Question): Promise<Answer> =>
  target.send(method, address, {
    headers: target.people.noPatients,
    ...(body === undefined ? {} : { body }),
  })

/** Members that differ between two answers even with the same stored data, by call. */
const VOLATILE: Partial<Record<CallName, readonly string[]>> = {
  // Summaries of late events are rebuilt meanwhile.
  getStorageUsage: ['measuredAt', 'disk', 'daysLeft', 'lateEvents'],
  ownSessions: ['lastUsedAt'],
  users: ['lastUsedAt'],
  // Changes with any push.
  listKeys: ['lastUsedAt'],
}

/** Returns status and text of an answer without the members that differ each time. */
export function comparable({ call }: Question, { status, text, headers }: Answer): string {
  const volatile = new Set(['requestId', ...(VOLATILE[call] ?? [])])
  const replacer = (name: string, value: unknown): unknown => (volatile.has(name) ? undefined : value)
  const isJson = (headers.get('content-type') ?? '').includes('json')
  return `${status} ${isJson ? JSON.stringify(JSON.parse(text), replacer) : text}`
}
