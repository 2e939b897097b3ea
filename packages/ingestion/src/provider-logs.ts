import { join } from 'node:path'
import { closeLog, createLog, type Logger } from '@wardtrack/service-kit'
import { addCount } from './refusal-reasons.ts'

/** Outcomes of one provider's items in one request. It contains no values, because an item may name a patient. */
export type OutcomeCounts = {
  endpoint: string
  provider: string
  accepted: number
  duplicates: number
  unresolved: number
  refused: number
  /** number of refusals by code */
  codes: Record<string, number>
  /** number of refusals by field and code, such as `x validation` */
  reasons: Record<string, number>
}

/** Providers with a separate log on the error-logs page; other providers are logged with the service itself. */
const PROVIDERS = ['mednet', 'icumed', 'aeroscout', 'awarepoint', 'centrak', 'cisco']
const SUMMARY_MS = 60_000
const MAX_TOTALS = 200

/** Writes outcomes of pushes to `{filesDir}/logs/{provider}.log`: refusals immediately, sums every minute. */
export type ProviderLogs = {
  /** @param serviceLog log of the service that received the items; the log of the process when left out */
  record(counts: OutcomeCounts, serviceLog?: Logger): void
  /** writes the sums of the current minute, and resolves when they are in the files */
  close(): Promise<void>
}

/** Creates the logs of a process; a file is opened when its provider first sends something. */
export function createProviderLogs(filesDir: string, log: Logger): ProviderLogs {
  const logs = new Map<string, Logger>()
  const totals = new Map<string, { sum: OutcomeCounts; serviceLog: Logger }>()
  const logFor = (provider: string, serviceLog: Logger): Logger => {
    if (!PROVIDERS.includes(provider)) return serviceLog
    const known = logs.get(provider)
    if (known) return known
    const dir = join(filesDir, 'logs')
    const providerLog = createLog({ service: provider, dir, level: log.level, stdout: false })
    logs.set(provider, providerLog)
    return providerLog
  }
  const summarise = (): void => {
    for (const { sum, serviceLog } of totals.values())
      logFor(sum.provider, serviceLog).info(sum, 'items of the last minute')
    totals.clear()
  }
  const timer = setInterval(summarise, SUMMARY_MS)
  timer.unref()
  return {
    record: (counts, serviceLog = log) => {
      if (counts.refused > 0) logFor(counts.provider, serviceLog).warn(counts, 'items refused')
      const key = `${counts.endpoint} ${counts.provider}`
      const total = totals.get(key)
      if (total) addCounts(total.sum, counts)
      else if (totals.size < MAX_TOTALS) totals.set(key, { sum: copyOf(counts), serviceLog })
    },
    close: async () => {
      clearInterval(timer)
      summarise()
      await Promise.all([...logs.values()].map(closeLog))
    },
  }
}

const copyOf = (counts: OutcomeCounts): OutcomeCounts => ({
  ...counts,
  codes: { ...counts.codes },
  reasons: { ...counts.reasons },
})

function addCounts(sum: OutcomeCounts, counts: OutcomeCounts): void {
  for (const member of ['accepted', 'duplicates', 'unresolved', 'refused'] as const)
    sum[member] += counts[member]
  for (const [code, count] of Object.entries(counts.codes)) sum.codes[code] = (sum.codes[code] ?? 0) + count
  for (const [reason, count] of Object.entries(counts.reasons)) addCount(sum.reasons, reason, count)
}
