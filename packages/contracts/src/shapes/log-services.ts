/**
 * The logs that are offered: of the services (`core` is that of assets, users and settings, and of device states), and
 * of what each provider has pushed.
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

/** How grave a line of a log is, the least grave first. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
/** One of {@link LOG_LEVELS}. */
export type LogLevel = (typeof LOG_LEVELS)[number]
