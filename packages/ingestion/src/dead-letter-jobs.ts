import { setTimeout as sleep } from 'node:timers/promises'
import type { ItemCode, JobKind, Service } from '@wardtrack/contracts'
import { trusted } from '@wardtrack/database'
import type { Jobs } from '@wardtrack/jobs'
import { ApiError } from '@wardtrack/service-kit'
import { emptyResult, newestLetterId, nextLetters, replayPage } from './dead-letter-replay.ts'
import type { ReplayedSource, SourceParts } from './dead-letter-sources.ts'
import type { IngestEndpoint } from './endpoint.ts'

/** Which letters a job takes again: those of a provider that were not yet, up to the newest one when it began. */
type ReplayParams = { provider: string; code?: ItemCode; upTo: string }

/** Begins to take all letters of a provider again. @throws ApiError 409 while that is being done */
export type StartReplay = (
  selection: { provider: string; code?: ItemCode | undefined },
  actor: { username: string },
) => ReturnType<Jobs['startJob']>

/** The kind of job that takes letters of a service again. */
export const replayKind = (service: Exclude<Service, 'root'>): JobKind => `dead-letters.replay.${service}`

const RETRY_MS = 1_000

/**
 * Makes the job that takes all letters of a provider again. After a crash it goes on from the last whole page; what was
 * done of the next one is known again, so that no event is stored twice.
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
      // What becomes of the items is not told by the job, so nobody learns by it what they may not know.
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

/** Tries again while the service cannot keep up; a page can be taken any number of times. */
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
