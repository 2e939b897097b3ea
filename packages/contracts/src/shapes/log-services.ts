/**
 * Available logs: those of the services, and those of items pushed by each provider. `core` is the service of assets,
 * users, settings and device states.
 */
export const LOG_SERVICES = [
  'core',
  'location',
  'report',
  'mednet',
  'icumed',
  'aeroscout',
  'awarepoint',
  'centrak',
  'cisco',
] as const
/** One of {@link LOG_SERVICES}. */
export type LogService = (typeof LOG_SERVICES)[number]

/** Severities of log lines, lowest first. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
/** One of {@link LOG_LEVELS}. */
export type LogLevel = (typeof LOG_LEVELS)[number]
