import { setTimeout as pause } from 'node:timers/promises'
import { type Actor, type ServiceParts, type SessionActor, sessionOf } from '@wardtrack/access'
import { type CriteriaBody, type calls, type HandlerInput, messages } from '@wardtrack/contracts'
import type { AssetDoc } from '@wardtrack/database'
import type { Job, Jobs } from '@wardtrack/jobs'
import { conflict, type Handler, invalidMember, notFound } from '@wardtrack/service-kit'
import { type AssetFilter, type AssetLists, criteriaOf, findAsset, mayFindPatients } from '../assets/index.ts'
import { toJobAnswer } from '../jobs/jobs.routes.ts'
import type { MetadataStore } from '../metadata/index.ts'
import { type AssetStatus, type StatusStore, setStatus, storeSelection } from './asset-status.store.ts'
import { STATUS_JOB, type StatusParams } from './status-job.ts'

type Body = HandlerInput<typeof calls.changeBulkStatus>['body']
type Selector = Omit<Body, 'query' | 'status' | 'wait'>

/** Maximum number of assets that one job changes. */
const MAX_SELECTED = 200_000

/** Assets of a selection, and whether they may include patients. */
type SelectedAssets = { ids: AssetDoc['_id'][]; ofPatients: boolean }

type Sources = { db: ServiceParts['db']; metadata: MetadataStore; lists: AssetLists; actor: SessionActor }

/**
 * Finds the assets that a body of changeBulkStatus selects, among those visible to the session.
 * @throws ApiError 400 when it selects all or too many assets
 */
async function findSelected(sources: Sources, body: Body): Promise<SelectedAssets> {
  const { db, metadata, lists, actor } = sources
  const fields = await metadata.criteriaFields()
  const filters = await Promise.all(
    criteriaOfSelector(body.query ?? body).map(({ criteria, pathPrefix }) =>
      lists.filterOf(criteriaOf(criteria, fields, pathPrefix), { actor, activeByDefault: false }),
    ),
  )
  const ids: AssetDoc['_id'][] = []
  for (const filter of filters) ids.push(...(await idsOf(db, filter)))
  if (ids.length > MAX_SELECTED) throw invalidMember('', messages.tooManySelected)
  return { ids, ofPatients: actor.patientDataAccess && filters.some(mayFindPatients) }
}

async function idsOf(db: ServiceParts['db'], filter: AssetFilter): Promise<AssetDoc['_id'][]> {
  // driver: see `AssetFilter`
  const found = db.driver.assets.find(filter, { projection: { _id: 1 } }).limit(MAX_SELECTED + 1)
  return (await found.toArray()).map(({ _id }) => _id)
}

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0)

/**
 * Converts a selection to lists of criteria, of which an asset meets at least one. `pathPrefix`: their path in the
 * body.
 */
function criteriaOfSelector({
  keys,
  criteria,
  ...named
}: Selector): { criteria: CriteriaBody; pathPrefix: string }[] {
  if (keys) {
    const ids = new Map<string, string[]>()
    for (const { AssetType, AssetId } of keys) ids.set(AssetType, [...(ids.get(AssetType) ?? []), AssetId])
    return [...ids].map(([AssetType, AssetId]) => ({
      criteria: [{ AssetType }, { AssetId }],
      pathPrefix: 'keys',
    }))
  }
  if (criteria !== undefined) return [{ criteria, pathPrefix: 'criteria' }]
  const empty = Object.entries(named).find(([, value]) => isEmpty(value))
  if (named.AssetType === undefined || empty)
    throw invalidMember(empty?.[0] ?? 'AssetType', messages.selectionNeeded)
  const { AssetType, AssetId, 'Fields.PrimaryCategory': category } = named
  const conditions = [{ AssetType }, { AssetId }, { 'Fields.PrimaryCategory': category }]
  return [{ criteria: conditions, pathPrefix: '' }]
}

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
