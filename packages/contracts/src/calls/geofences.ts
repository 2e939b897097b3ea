import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { MAX_WAIT_MINUTES, SHORTEST_FENCE_NAME } from '../fence-limits.ts'
import { messages } from '../messages.ts'
import { routes } from '../routes.ts'
import { ack, externalId, page, pageSize, text } from '../shapes/common.ts'
import { ALERT_STATES, geofence, geofenceAlert } from '../shapes/geofence.ts'

const minutes = z.number().int().min(0).max(MAX_WAIT_MINUTES)
/** A wait as a number or as the digits of a form. */
const wait = z
  .union(
    [
      minutes,
      z
        .string()
        .trim()
        .regex(/^\d{1,5}$/)
        .transform(Number)
        .pipe(minutes),
      z.literal(''),
    ],
    {
      error: messages.waitRule,
    },
  )
  .transform((value) => (value === '' ? 0 : value))
const trigger = z.union([z.boolean(), z.enum(['Yes', 'No']).transform((value) => value === 'Yes')], {
  error: messages.fieldRequired,
})
const side = z.number({ error: messages.noFenceMarked })

/** The drawn rectangle: x, y with w, h or with x2, y2; what is left out is filled in by the server. */
const drawn = z.object(
  {
    x: side,
    y: side,
    w: side.optional(),
    h: side.optional(),
    x2: side.optional(),
    y2: side.optional(),
  },
  { error: messages.noFenceMarked },
)

const form = z.object({
  Name: z
    .string({ error: messages.geofenceName })
    .trim()
    .min(SHORTEST_FENCE_NAME, messages.geofenceName)
    .max(100),
  Type: z.string({ error: messages.geofenceType }).trim().min(1, messages.geofenceType).max(100),
  AssetTypes: z
    .array(z.string().trim().min(1).max(50), { error: messages.geofenceAssetType })
    .min(1, messages.geofenceAssetType)
    .max(50),
  MapId: externalId,
  Coordinates: drawn,
  EntryTrigger: trigger,
  EntryTriggerWaitTime: wait.default(0),
  ExitTrigger: trigger,
  ExitTriggerWaitTime: wait.default(0),
  Enabled: z.boolean().default(true),
})

/** Names of the form, and the specification's other spellings, by the names they are stored under. */
const SPELLINGS: Readonly<Record<string, string>> = {
  geofenceType: 'Type',
  assetType: 'AssetTypes',
  entryTrigger: 'EntryTrigger',
  entryTriggerTime: 'EntryTriggerWaitTime',
  exitTrigger: 'ExitTrigger',
  exitTriggerTime: 'ExitTriggerWaitTime',
}

/** Brings the three spellings of a fence together: stored names prevail over form names. */
function storedNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const given = value as Record<string, unknown>
  const fence: Record<string, unknown> = { ...given }
  for (const [name, stored] of Object.entries(SPELLINGS))
    if (fence[stored] === undefined && given[name] !== undefined) fence[stored] = given[name]
  if (typeof fence['AssetTypes'] === 'string') fence['AssetTypes'] = [fence['AssetTypes']]
  const both = given['TriggerType']
  if (both === 'Entry' || both === 'Exit' || both === 'Both') {
    fence['EntryTrigger'] ??= both !== 'Exit'
    fence['ExitTrigger'] ??= both !== 'Entry'
    fence['EntryTriggerWaitTime'] ??= given['TriggerWaitTime']
    fence['ExitTriggerWaitTime'] ??= given['TriggerWaitTime']
  }
  return fence
}

const body = z.preprocess(storedNames, form)
const wrong = { invalidMessage: messages.fillCorrectly, leadingMessages: [messages.noFenceMarked] } as const
const fenceList = z.object({ data: z.array(geofence) })
const oneFence = z.object({ id: externalId })
const note = z.object({ note: text.optional() })
const stepped = ack.extend({ data: geofenceAlert })

export const geofenceCalls = {
  geofences: defineCall(routes.geofences, {
    summary: 'Every geofence, by name',
    patient: true,
    response: fenceList,
  }),
  geofencesOfMap: defineCall(routes.geofencesOfMap, {
    summary: 'Geofences of one map',
    patient: true,
    params: z.object({ mapId: externalId }),
    response: fenceList,
  }),
  addGeofence: defineCall(routes.addGeofence, {
    summary: 'Draw a geofence',
    patient: true,
    ...wrong,
    body,
    response: ack.extend(geofence.shape),
  }),
  changeGeofence: defineCall(routes.changeGeofence, {
    summary: 'Change a geofence, or switch it off and on; the whole of it is replaced',
    patient: true,
    ...wrong,
    params: oneFence,
    body,
    response: ack.extend(geofence.shape),
  }),
  deleteGeofence: defineCall(routes.deleteGeofence, {
    summary: 'Delete a geofence; its alerts stay',
    patient: true,
    params: oneFence,
    response: ack,
  }),
  geofenceAlerts: defineCall(routes.geofenceAlerts, {
    summary: 'Geofence alerts, newest first',
    patient: true,
    query: z.object({
      pagesize: pageSize(9),
      page,
      filterData: z.string().max(4_000).optional(),
      status: z.enum(ALERT_STATES).optional(),
    }),
    response: z.object({ fetchedAlerts: z.array(geofenceAlert), totalAlerts: z.number() }),
  }),
  geofenceAlert: defineCall(routes.geofenceAlert, {
    summary: 'One geofence alert',
    patient: true,
    params: oneFence,
    response: z.object({ data: geofenceAlert }),
  }),
  acknowledgeGeofenceAlert: defineCall(routes.acknowledgeGeofenceAlert, {
    summary: 'Take an alert on',
    patient: true,
    params: oneFence,
    body: note,
    response: stepped,
  }),
  resolveGeofenceAlert: defineCall(routes.resolveGeofenceAlert, {
    summary: 'Close an alert',
    patient: true,
    params: oneFence,
    body: note,
    response: stepped,
  }),
}
