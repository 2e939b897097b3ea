import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { messages } from '../messages.ts'
import { routes } from '../routes.ts'
import { ack, externalId, levels, text } from '../shapes/common.ts'
import { locationHierarchy, monitorMark, providerHierarchy, rtlsHierarchy } from '../shapes/place.ts'

/** Provider names are compared and stored in lower case. */
const provider = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9_-]{1,100}$/, 'Letters, digits, _ and - only.')
const level = z.string().regex(/^Level_[1-9][0-9]?$/, 'Level_1, Level_2 and so on.')
const factor = z.number().positive().max(1_000_000)
const axes = z.object({ x: factor.default(1), y: factor.default(1) })
const mapped = z.object({ hierarchyId: externalId, scaling: axes.default({ x: 1, y: 1 }) })

/**
 * The level wanted and the levels above it, `{ level, parent }`, or all chosen levels, `{ Level_k: value }`: the
 * deepest decides. `{ Level_1: null }` asks for the first level.
 */
const levelQuestion = z.union([
  z.object({ level, parent: z.union([text, levels]).nullable().optional() }),
  z
    .record(level, text.nullable())
    .refine((value) => Object.keys(value).length > 0, 'Please say which level.'),
])

const placedMonitor = z.object({
  hierarchyId: externalId,
  provider,
  mapId: externalId,
  type: z.literal('monitor').default('monitor'),
  xCoordinate: z.number(),
  yCoordinate: z.number(),
})

export const placeCalls = {
  getLocationTitle: defineCall(routes.getLocationTitle, {
    summary: 'Titles of the location levels, in order',
    response: z.object({ data: levels }),
  }),
  getLocationOptionsByLevel: defineCall(routes.getLocationOptionsByLevel, {
    summary: 'Values of one location level below those chosen above it',
    body: levelQuestion,
    response: z.object({ level: z.string(), options: z.array(z.string()) }),
  }),
  getLocationHierarchyById: defineCall(routes.getLocationHierarchyById, {
    summary: 'One place of the internal hierarchy',
    params: z.object({ id: externalId }),
    response: z.object({ data: locationHierarchy }),
  }),
  getActivatedHierarchyProviders: defineCall(routes.getActivatedHierarchyProviders, {
    summary: 'Enabled providers that provide maps and hierarchy',
    response: z.object({ data: z.array(z.string()) }),
  }),
  rtlsHierarchies: defineCall(routes.rtlsHierarchies, {
    summary: 'The internal hierarchy, by full name',
    response: z.object({ data: z.array(rtlsHierarchy) }),
  }),
  providerHierarchies: defineCall(routes.providerHierarchies, {
    summary: "The providers' hierarchies, by provider and full name",
    query: z.object({ provider: provider.optional() }),
    response: z.object({ data: z.array(providerHierarchy) }),
  }),
  modifyRtlsHierarchy: defineCall(routes.modifyRtlsHierarchy, {
    summary: "Map providers' places to an internal one",
    body: z.object({
      hierarchyId: externalId,
      mappings: z
        .record(provider, mapped.nullable())
        .refine((value) => Object.keys(value).length <= 100, 'At most 100 providers.'),
      fullName: z.unknown().optional(),
    }),
    response: ack.extend({ data: rtlsHierarchy }),
  }),
  markedMonitors: defineCall(routes.markedMonitors, {
    summary: 'Monitors marked on a map',
    params: z.object({ mapId: externalId }),
    response: z.object({ data: z.array(monitorMark) }),
  }),
  saveHierarchies: defineCall(routes.saveHierarchies, {
    summary: 'Mark monitors on a map; the same id again moves its mark',
    body: z
      .union([z.array(placedMonitor).min(1).max(500), placedMonitor])
      .transform((value) => (Array.isArray(value) ? value : [value])),
    response: ack.extend({ message: z.literal(messages.monitorMarked), data: z.array(monitorMark) }),
  }),
  removeMarkedMonitor: defineCall(routes.removeMarkedMonitor, {
    summary: 'Take a monitor off its map',
    params: z.object({ hierarchyId: externalId }),
    response: ack,
  }),
}
