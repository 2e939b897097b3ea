import { setTimeout as sleep } from 'node:timers/promises'
import type { ItemCode, JobKind, Service } from '@wardtrack/contracts'
import { trusted } from '@wardtrack/database'
import type { Jobs } from '@wardtrack/jobs'
import { ApiError } from '@wardtrack/service-kit'
import { emptyResult, newestLetterId, nextLetters, replayPage } from './dead-letter-replay.ts'
import type { ReplayedSource, SourceParts } from './dead-letter-sources.ts'
import type { IngestEndpoint } from './endpoint.types.ts'

/** Dead letters that a job replays: those of a provider that were not replayed, up to the newest one at the start. */
type ReplayParams = { provider: string; code?: ItemCode; upTo: string }

/** Starts the replay of all dead letters of a provider. @throws ApiError 409 while such a replay runs */
export type StartReplay = (
  selection: { provider: string; code?: ItemCode | undefined },
  actor: { username: string },
) => ReturnType<Jobs['startJob']>

/** Returns the kind of job that replays the dead letters of a service. */
export const replayKind = (service: Exclude<Service, 'root'>): JobKind => `dead-letters.replay.${service}`

const RETRY_MS = 1_000

/**
 * Defines the job that replays all dead letters of a provider. After a crash it continues after the last complete
 * page. Items of the next page that were already stored are recognised, so that no event is stored twice.
 */
export function defineReplayJob(
  parts: SourceParts,
  jobs: Jobs,
  { kind, endpoints }: { kind: JobKind; endpoints: readonly IngestEndpoint[] },
): StartReplay {
  const { db } = parts
  const names = endpoints.map(({ name }) => name)
  const filterOf = ({ provider, code }: Omit<ReplayParams, 'upTo'>): Record<string, unknown> => ({
    endpoint: trusted({ $in: names }),
    provider,
    replayed: trusted({ $exists: false }),
    ...(code === undefined ? {} : { codes: code }),
  })
  jobs.defineJob<ReplayParams, string>({
    kind,
    run: async ({ params, cursor = '', done, total }, { saveProgress, signal }) => {
      const bodies = new Map<string, ReplayedSource>()
      // The job does not report the outcome of single items, so that it discloses no patient.
      const options = { endpoints, bodies, findVisible: async () => new Set<never>() }
      let after = cursor
      let count = done
      while (!signal.aborted) {
        const page = await nextLetters(db, filterOf(params), { after, upTo: params.upTo })
        if (page.length === 0) return
        await untilTaken(() => replayPage(parts, page, options, emptyResult()), signal)
        if (signal.aborted) return
        after = page.at(-1)?._id ?? after
        count += page.length
        await saveProgress(after, count, Math.max(total, count))
      }
    },
  })
  return async ({ provider, code }, actor) => {
    const selection = { provider, ...(code === undefined ? {} : { code }) }
    const filter = filterOf(selection)
    const [upTo, total] = await Promise.all([
      newestLetterId(db, filter),
      db.models.deadLetters.countDocuments(filter),
    ])
    return jobs.startJob(kind, { ...selection, upTo }, actor, { exclusiveKey: `${kind} ${provider}`, total })
  }
}

/** Retries while the service is overloaded; a page can be replayed any number of times. */
async function untilTaken(take: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      return await take()
    } catch (error) {
      if (!(error instanceof ApiError) || error.retryAfter === undefined) throw error
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}
