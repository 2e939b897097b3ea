import { readLimits, STORAGE_LIMITS } from '@wardtrack/database'
import { CALL_LIMITS, type CallLimits } from '@wardtrack/service-kit'
import { z } from 'zod'
import { kafkaSettings } from './kafka-settings.ts'

const base = z.string().regex(/^(\/[A-Za-z0-9_-]+)*$/, 'a path such as /api is needed')

/** Long random texts separated by commas. */
const secrets = z
  .string()
  .transform((list) => list.split(',').map((secret) => secret.trim()))
  .refine((each) => each.every(({ length }) => length >= 32), 'at least 32 characters are needed of each')
  .transform((each) => each as [string, ...string[]])

const HOST_NAME = /^(\[[0-9a-f:]+\]|[0-9a-z.:_-]+)$/i

/**
 * Creates a setting for limits: `name=number`, separated by commas. @param usual defaults of limits that are not
 * named
 */
export const limitsSetting = <L extends Record<string, number>>(usual: Readonly<L>) =>
  z
    .string()
    .default('')
    .transform((text, context): L => {
      try {
        return readLimits(text, usual)
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message })
        return z.NEVER
      }
    })

/**
 * Settings that every process reads, by variable name. Each app's config.ts extends them and reads the environment.
 */
export const serviceSettings = z.object({
  NODE_ENV: z.string().optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  WARDTRACK_DATA_DIR: z.string().default('./data'),
  MONGODB_URI: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'a mongodb:// address is needed')
    .optional(),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'a redis:// address is needed')
    .optional(),
  ...kafkaSettings,
  JWT_SECRET: z.string().min(32, 'at least 32 characters are needed').optional(),
  WARDTRACK_AUDIT_SECRET: secrets.optional(),
  ENCRYPTION_KEY: secrets.optional(),
  WARDTRACK_ADMIN_USERNAME: z
    .string()
    .regex(/^\S+(?: \S+)*$/, 'no white space around it')
    .max(60)
    .optional(),
  WARDTRACK_ADMIN_PASSWORD: z
    .string()
    .min(12, 'at least 12 characters are needed')
    .refine((password) => Buffer.byteLength(password) <= 72, 'at most 72 bytes are read of it')
    .regex(/^\S+(?: \S+)*$/, 'no white space around it')
    .optional(),
  WARDTRACK_INGEST_KEY: z.string().min(16, 'at least 16 characters are needed').regex(/^\S+$/).optional(),
  WARDTRACK_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  WARDTRACK_SESSION_HOURS: z.coerce.number().min(1).max(168).default(12),
  WARDTRACK_SESSION_CALLS: z.coerce.number().int().min(1).max(100).default(CALL_LIMITS.concurrentCalls),
  WARDTRACK_SESSION_WORK_SECONDS: z.coerce
    .number()
    .min(1)
    .max(6_000)
    .default(CALL_LIMITS.workMs / 1000),
  WARDTRACK_SESSION_ANSWER_MB: z.coerce
    .number()
    .min(1)
    .max(100_000)
    .default(CALL_LIMITS.answerBytes / 1024 ** 2),
  WARDTRACK_TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  WARDTRACK_OUTBOUND_ALLOW: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((host) => host.trim()))
    .transform((hosts) => hosts.filter((host) => host !== ''))
    .refine((hosts) => hosts.every((host) => HOST_NAME.test(host)), 'hosts with commas between are needed'),
  WARDTRACK_SILENCE_MINUTES: z.coerce.number().int().min(0).max(525_600).default(0),
  WARDTRACK_LIMITS: limitsSetting(STORAGE_LIMITS),
  WARDTRACK_API_BASE: base.default('/api'),
  WARDTRACK_LOCATION_BASE: base.default('/location/api'),
  WARDTRACK_STATUS_BASE: base.default('/status/api'),
})

/** Values of {@link serviceSettings}. */
export type ServiceSettings = z.output<typeof serviceSettings>

/** Returns the settings of a session's share of the process. */
export const callLimitsOf = (settings: ServiceSettings): Partial<CallLimits> => ({
  concurrentCalls: settings.WARDTRACK_SESSION_CALLS,
  workMs: settings.WARDTRACK_SESSION_WORK_SECONDS * 1000,
  answerBytes: settings.WARDTRACK_SESSION_ANSWER_MB * 1024 ** 2,
})
