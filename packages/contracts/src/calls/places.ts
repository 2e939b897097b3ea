import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { messages } from '../messages.ts'
import { routes } from '../routes.ts'
import { ack, externalId, levels, page, pageSize, shortName } from '../shapes/common.ts'
import { levelQuestion } from '../shapes/level-question.ts'
import { locationHierarchy, monitorMark, providerHierarchy, rtlsHierarchy } from '../shapes/place.ts'
import { roomOutline } from '../shapes/place-outline.ts'
import { foundLocations, searchQuestion } from '../shapes/search.ts'

/** Provider names are compared and stored in lower case. */
const provider = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9_-]{1,100}$/, 'Letters, digits, _ and - only.')
const factor = z.number().positive().max(1_000_000)
const axes = z.object({ x: factor.default(1), y: factor.default(1) })
const mapped = z.object({ hierarchyId: externalId, scaling: axes.default({ x: 1, y: 1 }) })

/** Mappings by provider. Names are compared regardless of case, so two keys may mean the same provider. */
const mappings = z.record(z.string(), mapped.nullable()).transform((input, context) => {
  const names = new Set<string>()
  const entries = Object.entries(input).map(([name, mapping]) => {
    const read = provider.safeParse(name)
    const key = read.data ?? ''
    const wrong = read.success ? wrongName(key, names) : 'Letters, digits, _ and - only.'
    if (wrong !== undefined) context.addIssue({ code: 'custom', path: [name], message: wrong })
    names.add(key)
    return [key, mapping] as const
  })
  if (entries.length > 100) context.addIssue({ code: 'custom', message: 'At most 100 providers.' })
  return Object.fromEntries(entries)
})

function wrongName(name: string, usedNames: ReadonlySet<string>): string | undefined {
  if (name === 'rtls') return 'The internal hierarchy is no provider.'
  return usedNames.has(name) ? 'This provider is named twice.' : undefined
}

const placedMonitor = z
  .object({
    hierarchyId: externalId,
    provider,
    mapId: externalId,
    type: z.literal('monitor').default('monitor'),
    xCoordinate: z.number(),
    yCoordinate: z.number(),
  })
  .refine((mark) => isMonitorOf(mark.hierarchyId, mark.provider), {
    path: ['hierarchyId'],
    message: 'Use the form {provider}-{monitorId} for a monitor.',
  })

/** True if an id is `{provider}-{monitorId}`, regardless of case. */
const isMonitorOf = (hierarchyId: string, parentId: string): boolean =>
  hierarchyId.length > parentId.length + 1 && hierarchyId.toLowerCase().startsWith(`${parentId}-`)

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
  searchLocations: defineCall(routes.searchLocations, {
    summary:
      'The first places, geofences and alerts that a text finds, of each kind that the caller has a page of',
    patient: true,
    body: searchQuestion,
    response: foundLocations,
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
      mappings,
      fullName: z.unknown().optional(),
    }),
    response: ack.extend({ data: rtlsHierarchy }),
  }),
  addPlace: defineCall(routes.addPlace, {
    summary: 'Add a place to the internal hierarchy, by its path of levels; its id is made from the path',
    body: z.object({ fullName: z.array(shortName).min(1).max(20) }),
    response: ack.extend({ data: rtlsHierarchy }),
  }),
  markedMonitors: defineCall(routes.markedMonitors, {
    summary: 'Monitors marked on a map',
    params: z.object({ mapId: externalId }),
    response: z.object({ data: z.array(monitorMark) }),
  }),
  roomOutlines: defineCall(routes.roomOutlines, {
    summary: 'Places with a known outline on a map, by hierarchyId',
    params: z.object({ mapId: externalId }),
    query: z.object({ pagesize: pageSize(500), page }),
    response: z.object({ data: z.array(roomOutline), count: z.number() }),
  }),
  saveHierarchies: defineCall(routes.saveHierarchies, {
    summary: 'Mark monitors on a map; the same id again moves its mark',
    body: z.union([z.array(placedMonitor).min(1).max(500), placedMonitor], {
      error: 'One mark, or a list of 1 to 500.',
    }),
    response: ack.extend({ message: z.literal(messages.monitorMarked), data: z.array(monitorMark) }),
  }),
  removeMarkedMonitor: defineCall(routes.removeMarkedMonitor, {
    summary: 'Take a monitor off its map',
    params: z.object({ hierarchyId: externalId }),
    response: ack,
  }),
}
