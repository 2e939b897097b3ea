import { z } from 'zod'
import { MAX_WAIT_MINUTES, SHORTEST_FENCE_NAME } from '../fence-limits.ts'
import { messages } from '../messages.ts'
import { externalId, visible } from './common.ts'
import { drawnArea } from './fence-area.ts'

const { waitRule } = messages
const minutes = z.number().int(waitRule).min(0, waitRule).max(MAX_WAIT_MINUTES, waitRule)
const digits = z
  .string()
  .trim()
  .regex(/^\d{1,5}$/)
  .transform(Number)
/** A wait as a number or as digits of a form. */
const wait = z
  .union([minutes, digits.pipe(minutes), z.literal('')], { error: waitRule })
  .transform((value) => (value === '' ? 0 : value))
const trigger = z.union([z.boolean(), z.enum(['Yes', 'No']).transform((value) => value === 'Yes')], {
  error: messages.fieldRequired,
})
/** Name of a geofence. */
export const fenceName = z
  .string({ error: messages.geofenceName })
  .trim()
  .min(SHORTEST_FENCE_NAME, messages.geofenceName)
  .max(100)
  .regex(visible.pattern, visible.message)
/** Members of a geofence in a form, under their stored names. */
const subject = {
  Type: z
    .string({ error: messages.geofenceType })
    .trim()
    .min(1, messages.geofenceType)
    .max(100)
    .regex(visible.pattern, visible.message),
  AssetTypes: z
    .array(z.string().trim().min(1, messages.assetTypeRequired).max(50), {
      error: messages.assetTypeRequired,
    })
    .min(1, messages.assetTypeRequired)
    .max(50),
}
const alerting = {
  EntryTrigger: trigger,
  EntryTriggerWaitTime: wait,
  ExitTrigger: trigger,
  ExitTriggerWaitTime: wait,
  Enabled: z.boolean(),
}
/** In the order of the form, which is the order of the errors. */
const members = { Name: fenceName, ...subject, MapId: externalId, Coordinates: drawnArea, ...alerting }
const settings = { ...subject, ...alerting }

const form = z.object({
  ...members,
  EntryTriggerWaitTime: wait.default(0),
  ExitTriggerWaitTime: wait.default(0),
  Enabled: members.Enabled.optional(),
})
const change = z.object(members).partial()
/** Settings of a geofence besides its name, map and area. */
export const fenceSettings = z.object({
  ...settings,
  EntryTriggerWaitTime: wait.default(0),
  ExitTriggerWaitTime: wait.default(0),
  Enabled: settings.Enabled.default(true),
})
/** Some of {@link fenceSettings}. */
export const someFenceSettings = z.object(settings).partial()

/** Other names of a member by its stored name; the first one sent is used. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  Type: ['geofenceType'],
  AssetTypes: ['assetType'],
  EntryTrigger: ['entryTrigger', 'TriggerType'],
  EntryTriggerWaitTime: ['entryTriggerTime', 'TriggerWaitTime'],
  ExitTrigger: ['exitTrigger', 'TriggerType'],
  ExitTriggerWaitTime: ['exitTriggerTime', 'TriggerWaitTime'],
}
const BOTH_TRIGGERS = ['Entry', 'Exit', 'Both']

type Sent = Record<string, unknown>

const isSent = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the name of a geofence's member in a body: the stored name if present or if no other is, else another. */
export function sentMember(body: unknown, member: string): string {
  if (!isSent(body) || body[member] !== undefined) return member
  return SPELLINGS[member]?.find((name) => body[name] !== undefined) ?? member
}

/** Renames the members of a geofence to their stored names. */
function storedNames(body: unknown): unknown {
  if (!isSent(body)) return body
  const fence: Sent = { ...body }
  for (const member of Object.keys(SPELLINGS)) {
    const name = sentMember(body, member)
    fence[member] = name === 'TriggerType' ? triggered(body[name], member) : body[name]
  }
  if (typeof fence['AssetTypes'] === 'string') fence['AssetTypes'] = [fence['AssetTypes']]
  return fence
}

function triggered(type: unknown, member: string): unknown {
  if (typeof type !== 'string' || !BOTH_TRIGGERS.includes(type)) return undefined
  return type === 'Both' || member === `${type}Trigger`
}

/** Converts the path of an error to the names in the body. */
function sentPath(body: unknown, [member, ...rest]: readonly PropertyKey[]): PropertyKey[] {
  if (member === undefined) return []
  const name = sentMember(body, String(member))
  const value = isSent(body) ? body[name] : undefined
  return typeof value === 'object' && value !== null ? [name, ...rest] : [name]
}

/** Creates a schema for a geofence with any names; errors use the sent names. */
const inAnySpelling = <S extends z.ZodType>(schema: S) =>
  z.preprocess((body, context) => {
    const fence = storedNames(body)
    const { error } = schema.safeParse(fence)
    const reported = new Set<string>()
    for (const { path: stored, message } of error?.issues ?? []) {
      const path = sentPath(body, stored)
      const issueKey = `${path.join('.')} ${message}`
      if (!reported.has(issueKey)) context.addIssue({ code: 'custom', path, message })
      reported.add(issueKey)
    }
    return fence
  }, schema)

/** A new geofence, as sent with any names. */
export const fenceForm = inAnySpelling(form)
/** Members of a geofence to change, with any names; absent members stay. */
export const fenceChange = inAnySpelling(change)

/** {@link fenceForm} after parsing. */
export type FenceForm = z.output<typeof form>
/** {@link fenceSettings} after parsing. */
export type FenceSettings = z.output<typeof fenceSettings>
/** {@link fenceChange} after parsing. */
export type FenceChange = z.output<typeof change>
