import { z } from 'zod'
import { messages } from '../messages.ts'
import { iso } from './common.ts'
import { LOG_LEVELS, LOG_SERVICES, type LogService } from './log-services.ts'

const isLogService = (name: string): name is LogService => LOG_SERVICES.some((service) => service === name)

/** Names of logs separated by commas; at least one. */
export const chosenLogs = z
  .string(messages.microserviceNeeded)
  .max(200)
  .transform((text) => [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== ''))
  .refine((names) => names.length > 0, messages.microserviceNeeded)
  .refine((names) => names.every(isLogService), 'There is no log of this name.')
  .transform((names) => names.filter(isLogService))

/** A log: bytes of all its files, and time of its last line; null if it has none. */
export const logFile = z.object({
  service: z.enum(LOG_SERVICES),
  size: z.number(),
  modifiedAt: iso.nullable(),
})

/** A line of a log. */
export const logLine = z.object({
  /** position of the line, for a cursor and as a key */
  id: z.string(),
  time: iso.optional(),
  level: z.enum(LOG_LEVELS).optional(),
  message: z.string(),
  /** id of the request that wrote the line, as in error responses */
  requestId: z.string().optional(),
  /** further members as JSON */
  details: z.string().optional(),
})

/** Filter of a log's lines, newest first. */
export const logQuestion = z.object({
  /** text that the line contains, regardless of case */
  search: z.string().trim().max(200).optional(),
  /** minimum level */
  level: z.enum(LOG_LEVELS).optional(),
  requestId: z.string().trim().max(128).optional(),
  /** `next` of an earlier response, for the lines before those */
  before: z
    .string()
    .regex(/^\d{1,20}-\d{1,15}$/, 'This is no place in a log.')
    .optional(),
})

/** {@link logFile} */
export type LogFile = z.output<typeof logFile>
/** {@link logLine} */
export type LogLine = z.output<typeof logLine>
/** {@link logQuestion} */
export type LogQuestion = z.output<typeof logQuestion>
