import { type Actor, holdsAny, type SessionActor, sessionOf } from '@wardtrack/access'
import { calls, JOB_PAGES, type JobAnswer, type JobKind, messages } from '@wardtrack/contracts'
import type { Job, Jobs } from '@wardtrack/jobs'
import { notFound, type ServedCall, serve } from '@wardtrack/service-kit'

const KINDS = Object.keys(JOB_PAGES) as JobKind[]

/** Creates the calls of jobs: a job is visible only to users with one of its pages. */
export function jobRoutes(jobs: Pick<Jobs, 'readJob' | 'listJobs' | 'cancelJob'>): ServedCall<Actor>[] {
  /** @throws ApiError 404 */
  const readVisible = async (session: SessionActor, id: string): Promise<Job> => {
    const job = await jobs.readJob(id)
    if (!job || !isVisible(session, job)) throw notFound()
    return job
  }
  return [
    serve(calls.listJobs)<Actor>(async ({ query: { kind } }, { actor }) => {
      const session = sessionOf(actor)
      const kinds = KINDS.filter((jobKind) => mayKnow(session, jobKind) && (kind ?? jobKind) === jobKind)
      const found = await jobs.listJobs(kinds, { withoutPatients: !session.patientDataAccess })
      return { data: found.map(toJobAnswer) }
    }),
    serve(calls.readJob)<Actor>(async ({ params }, { actor }) => ({
      data: toJobAnswer(await readVisible(sessionOf(actor), params.id)),
    })),
    serve(calls.cancelJob)<Actor>(async ({ params }, { actor, target }) => {
      const { id } = await readVisible(sessionOf(actor), params.id)
      target('job', id)
      const job = await jobs.cancelJob(id)
      if (!job) throw notFound()
      return { err: 0, message: messages.jobCancelled, data: toJobAnswer(job) }
    }),
  ]
}

const mayKnow = ({ allowedRoutes }: SessionActor, kind: JobKind): boolean =>
  holdsAny(allowedRoutes, JOB_PAGES[kind])

const isVisible = (session: SessionActor, { kind, ofPatients }: Job): boolean =>
  KINDS.some((jobKind) => jobKind === kind && mayKnow(session, jobKind)) &&
  (!ofPatients || session.patientDataAccess)

/** Converts a job to its response. */
export function toJobAnswer(job: Job): JobAnswer {
  const { id, kind, state, done, total, startedBy, startedAt, endedAt, error, result } = job
  return {
    id,
    kind,
    state,
    done,
    total,
    startedBy,
    startedAt: startedAt.toISOString(),
    ...(endedAt ? { endedAt: endedAt.toISOString() } : {}),
    ...(error === undefined ? {} : { error }),
    ...(result ? { result } : {}),
  }
}
