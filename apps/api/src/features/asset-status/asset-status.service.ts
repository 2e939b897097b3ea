import { setTimeout as pause } from 'node:timers/promises'
import { type Actor, type ServiceParts, type SessionActor, sessionOf } from '@wardtrack/access'
import { type calls, messages } from '@wardtrack/contracts'
import type { Job, Jobs } from '@wardtrack/jobs'
import { conflict, type Handler, notFound } from '@wardtrack/service-kit'
import { type AssetLists, findAsset } from '../assets/index.ts'
import { toJobAnswer } from '../jobs/jobs.routes.ts'
import type { MetadataStore } from '../metadata/index.ts'
import { type AssetStatus, type StatusStore, setStatus, storeSelection } from './asset-status.store.ts'
import { findSelected } from './selected-assets.ts'
import { STATUS_JOB, type StatusParams } from './status-job.ts'

/** Milliseconds that a call waits for the job, and between two checks for its end. */
const WAIT_MS = 15_000
const LOOK_MS = 50
/** Milliseconds after its end in which a change can be undone: the minute offered to users, and network time. */
const UNDO_MS = 65_000

type AssetStatusService = {
  toggle: Handler<Actor, typeof calls.toggleAssetStatus>
  changeBulk: Handler<Actor, typeof calls.changeBulkStatus>
  undoBulk: Handler<Actor, typeof calls.undoBulkStatus>
}

/**
 * Creates the service that activates and deactivates assets: single ones directly, many as a job that survives its
 * process.
 */
export function createAssetStatusService(
  parts: ServiceParts & StatusStore,
  metadata: MetadataStore,
  lists: AssetLists,
  jobs: Jobs,
): AssetStatusService {
  const { db, bus } = parts
  const toAnswer = (job: Job, message: string) => ({
    err: 0 as const,
    message,
    status: 1 as const,
    matched: job.total,
    changed: job.result?.changed ?? 0,
    job: toJobAnswer(job),
  })
  const settled = async (job: Job, waits: boolean): Promise<Job> => {
    const until = Date.now() + WAIT_MS
    let seen = job
    while (waits && seen.state === 'running' && Date.now() < until) {
      await pause(LOOK_MS)
      seen = (await jobs.readJob(job.id)) ?? seen
    }
    return seen
  }
  const start = async (
    actor: SessionActor,
    params: StatusParams,
    { ofPatients, waits }: { ofPatients: boolean; waits: boolean },
  ) => {
    const job = await jobs.startJob(STATUS_JOB, params, actor, { total: params.total, ofPatients })
    const ended = await settled(job, waits)
    return toAnswer(ended, ended.state === 'running' ? messages.statusIsChanging : messages.statusChanged)
  }
  return {
    toggle: async ({ body: { key, flag } }, context) => {
      const asset = await findAsset(db, sessionOf(context.actor), key)
      context.target('asset', asset._id.toHexString())
      await setStatus(parts, asset, flag)
      const { AssetType, AssetId } = asset
      bus.publish('asset.changed', { changes: [{ AssetType, AssetId, change: 'status' }], tagKeys: [] })
      const name = `${AssetType}:${AssetId}`
      return {
        err: 0 as const,
        message: messages.statusChanged,
        status: 1 as const,
        key: name,
        AssetStatus: flag,
      }
    },
    changeBulk: async ({ body }, context) => {
      const actor = sessionOf(context.actor)
      const { ids, ofPatients } = await findSelected({ db, metadata, lists, actor }, body)
      context.auditDetails({ status: body.status, matched: ids.length })
      if (ids.length === 0)
        return {
          err: 0 as const,
          message: messages.statusChanged,
          status: 1 as const,
          matched: 0,
          changed: 0,
        }
      const { id: selection, total } = await storeSelection(parts, ids)
      const answer = await start(
        actor,
        { selection, total, status: body.status },
        { ofPatients, waits: body.wait },
      )
      context.target('job', answer.job.id)
      return answer
    },
    undoBulk: async ({ body }, context) => {
      const actor = sessionOf(context.actor)
      context.target('job', body.job)
      const job = await jobs.readJob(body.job)
      if (!job || !mayUndo(job, actor)) throw notFound()
      const { selection, total, status } = job.params as StatusParams
      if (!job.endedAt || Date.now() - job.endedAt.getTime() > UNDO_MS) throw conflict(messages.undoTooLate)
      const former: AssetStatus = status === 'active' ? 'inactive' : 'active'
      return start(
        actor,
        { selection, total, status: former, undoes: job.id },
        { ofPatients: job.ofPatients === true, waits: body.wait },
      )
    },
  }
}

/**
 * Returns true if a status change may be undone: only by its user, who must still be allowed to see the changed
 * assets.
 */
const mayUndo = ({ kind, startedBy, ofPatients }: Job, actor: SessionActor): boolean =>
  kind === STATUS_JOB && startedBy === actor.username && (!ofPatients || actor.patientDataAccess)
