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
/** A wait as a number or as the digits of a form. */
const wait = z
  .union([minutes, digits.pipe(minutes), z.literal('')], { error: waitRule })
  .transform((value) => (value === '' ? 0 : value))
const trigger = z.union([z.boolean(), z.enum(['Yes', 'No']).transform((value) => value === 'Yes')], {
  error: messages.fieldRequired,
})
/** The name of a fence. */
export const fenceName = z
  .string({ error: messages.geofenceName })
  .trim()
  .min(SHORTEST_FENCE_NAME, messages.geofenceName)
  .max(100)
  .regex(visible.pattern, visible.message)
/** Members of a fence as a form sends them, under the names they are stored under. */
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
/** In the order of the form, which is that of the errors. */
const members = { Name: fenceName, ...subject, MapId: externalId, Coordinates: drawnArea, ...alerting }
const settings = { ...subject, ...alerting }

const form = z.object({
  ...members,
  EntryTriggerWaitTime: wait.default(0),
  ExitTriggerWaitTime: wait.default(0),
  Enabled: members.Enabled.optional(),
})
const change = z.object(members).partial()
/** What a fence is beside its name, its map and its area. */
export const fenceSettings = z.object({
  ...settings,
  EntryTriggerWaitTime: wait.default(0),
  ExitTriggerWaitTime: wait.default(0),
  Enabled: settings.Enabled.default(true),
})
/** Some of {@link fenceSettings}. */
export const someFenceSettings = z.object(settings).partial()

/** Other names of a member, by the name it is stored under; the first that is sent counts. */
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

/** The name under which a body has a member of a fence: its own if that is there or nothing is, else another. */
export function sentMember(body: unknown, member: string): string {
  if (!isSent(body) || body[member] !== undefined) return member
  return SPELLINGS[member]?.find((name) => body[name] !== undefined) ?? member
}

/** Brings the spellings of a fence together under the names it is stored under. */
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

/** The path of an issue as the body spelled it, as deep as the body goes there. */
function sentPath(body: unknown, [member, ...rest]: readonly PropertyKey[]): PropertyKey[] {
  if (member === undefined) return []
  const name = sentMember(body, String(member))
  const value = isSent(body) ? body[name] : undefined
  return typeof value === 'object' && value !== null ? [name, ...rest] : [name]
}

/** A schema for a fence in any of its spellings; errors name the members as they were sent. */
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

/** A new fence as calls take it, in any of its spellings. */
export const fenceForm = inAnySpelling(form)
/** Members of a fence to change, in any of their spellings; what is not sent stays. */
export const fenceChange = inAnySpelling(change)

/** {@link fenceForm}, read */
export type FenceForm = z.output<typeof form>
/** {@link fenceSettings}, read */
export type FenceSettings = z.output<typeof fenceSettings>
/** {@link fenceChange}, read */
export type FenceChange = z.output<typeof change>
