import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { messages } from '../messages.ts'
import { routes } from '../routes.ts'
import { ack, revision, text } from '../shapes/common.ts'
import { scalingStatus } from '../shapes/scaling-status.ts'
import { settingsPair } from '../shapes/settings.ts'

const type = z.string().trim().min(1).max(100)

/** `Fields` differ by Type: the handler checks them and may answer with the same messages. */
export const settingsCalls = {
  getGeofenceSettings: defineCall(routes.getGeofenceSettings, {
    summary: 'The geofence types; empty while none are saved',
    response: z.object({
      Type: z.literal('Geofence'),
      SubType: z.literal('Geofence'),
      Fields: z.object({ GeofenceTypes: z.array(z.string()) }),
    }),
  }),
  getSettings: defineCall(routes.getSettings, {
    summary: 'One settings pair',
    body: z.object({ Type: type, SubType: type }),
    response: z.object({ status: z.union([z.literal(0), z.literal(1)]), data: settingsPair }),
  }),
  createSettings: defineCall(routes.createSettings, {
    summary: 'Save a settings pair: its whole Fields are replaced',
    invalidMessage: messages.fillCorrectly,
    body: z.object({
      Type: type,
      SubType: z.string({ error: messages.providerName }).trim().max(100),
      Fields: z.record(text, z.unknown()),
      isNew: z.boolean().optional(),
      revision: revision.optional(),
    }),
    response: ack.extend({ data: settingsPair }),
  }),
  scalingStatus: defineCall(routes.scalingStatus, {
    summary: 'How Redis and Kafka are used now, and by which processes',
    response: z.object({ data: scalingStatus }),
  }),
  getAddedLocationProviders: defineCall(routes.getAddedLocationProviders, {
    summary: 'Names of the location providers',
    response: z.array(z.string()),
  }),
}
