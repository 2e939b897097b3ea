import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { messages } from '../messages.ts'
import { routes } from '../routes.ts'
import { ack, externalId, page, pageSize, text, withTimeRange } from '../shapes/common.ts'
import { fenceChange, fenceForm } from '../shapes/fence-form.ts'
import { ALERT_STATES, geofence, geofenceAlert } from '../shapes/geofence.ts'

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
    body: fenceForm,
    response: ack.extend(geofence.shape),
  }),
  changeGeofence: defineCall(routes.changeGeofence, {
    summary: 'Change a geofence, or switch it off and on; what is not sent stays',
    patient: true,
    ...wrong,
    params: oneFence,
    body: fenceChange,
    response: ack.extend({ data: geofence }),
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
    query: withTimeRange({
      pagesize: pageSize(9),
      page,
      filterData: z.string().max(4_000).optional(),
      /** a text that the alerts contain, whatever it begins with */
      search: z.string().max(4_000).optional(),
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
