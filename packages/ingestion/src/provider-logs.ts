import { join } from 'node:path'
import { createLog, type Logger } from '@wardtrack/service-kit'

/** What came of the items of one provider in one request. No values: an item may name a patient. */
export type TakenCounts = {
  endpoint: string
  provider: string
  accepted: number
  duplicates: number
  unresolved: number
  refused: number
  /** how often each code stood among the refusals */
  codes: Record<string, number>
}

/** The logs that the error-logs page offers by provider; other providers are logged with the service itself. */
const PROVIDERS = ['mednet', 'icumed', 'aeroscout', 'awarepoint', 'centrak', 'cisco']

/** Writes what came of pushes to `{filesDir}/logs/{provider}.log`. */
export type ProviderLogs = { note(counts: TakenCounts): void }

/** Makes the logs of a process; a file is opened when its provider first speaks. */
export function createProviderLogs(filesDir: string, log: Logger): ProviderLogs {
  const logs = new Map<string, Logger>()
  const logOf = (provider: string): Logger => {
    if (!PROVIDERS.includes(provider)) return log
    const known = logs.get(provider)
    if (known) return known
    const made = createLog({
      service: provider,
      dir: join(filesDir, 'logs'),
      level: log.level,
      stdout: false,
    })
    logs.set(provider, made)
    return made
  }
  return {
    note: (counts) => {
      const to = logOf(counts.provider)
      if (counts.refused > 0) to.warn(counts, 'items refused')
      else if (to.isLevelEnabled('debug')) to.debug(counts, 'items taken')
    },
  }
}
