import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { FENCE_FILE } from '../fence-limits.ts'
import { messages } from '../messages.ts'
import { routes } from '../routes.ts'
import { ack, externalId, page, pageSize, text, withTimeRange } from '../shapes/common.ts'
import { encryptionLimits } from '../shapes/criteria.ts'
import { fenceChange, fenceForm, fenceSettings } from '../shapes/fence-form.ts'
import { checkedFeature, fenceCollection, fenceFile } from '../shapes/fence-geojson.ts'
import { ALERT_STATES, geofence, geofenceAlert } from '../shapes/geofence.ts'

const wrong = { invalidMessage: messages.fillCorrectly, leadingMessages: [messages.noFenceMarked] } as const
const fenceList = z.object({ data: z.array(geofence) })
const oneFence = z.object({ id: externalId })
/** Maximum body size: the features of a file and the other members. */
const FILE_ROOM = FENCE_FILE.mostBytes + 100_000
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
  exportGeofences: defineCall(routes.exportGeofences, {
    summary: 'Geofences as GeoJSON in metres: all, those of a map, or those with these ids',
    patient: true,
    produces: 'open',
    share: 'streams',
    mediaType: 'application/geo+json',
    body: z.object({ MapId: externalId.optional(), ids: z.array(externalId).max(20_000).optional() }),
    response: fenceCollection.optional(),
  }),
  checkGeofenceFile: defineCall(routes.checkGeofenceFile, {
    summary: 'Check which geofences a GeoJSON file would draw on a map',
    patient: true,
    bodyLimit: FILE_ROOM,
    body: z.object({ MapId: externalId, file: fenceFile }),
    response: z.object({ data: z.array(checkedFeature) }),
  }),
  importGeofences: defineCall(routes.importGeofences, {
    summary: 'Draw all or chosen geofences of a GeoJSON file; none if one is refused',
    patient: true,
    bodyLimit: FILE_ROOM,
    invalidMessage: messages.fillCorrectly,
    body: z.object({
      MapId: externalId,
      file: fenceFile,
      /** indexes of the chosen features; all if absent */
      chosen: z
        .array(z.number().int().min(0).max(FENCE_FILE.mostFeatures))
        .min(1, messages.geojsonNoneChosen)
        .max(FENCE_FILE.mostFeatures)
        .optional(),
      /** settings of features without their own */
      settings: fenceSettings.optional(),
    }),
    response: ack.extend({ data: z.array(geofence) }),
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
      /** text that the alerts contain, even if it starts with a bracket */
      search: z.string().max(4_000).optional(),
      status: z.enum(ALERT_STATES).optional(),
    }),
    response: z.object({
      fetchedAlerts: z.array(geofenceAlert),
      totalAlerts: z.number(),
      unfiltered: encryptionLimits.unfiltered,
    }),
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
