import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import {
  assetItem,
  associationItem,
  type calls,
  type DeadLetter,
  hierarchyItem,
  locationItem,
  messages,
  statusItem,
} from '@wardtrack/contracts'
import { type DeadLetterDoc, findPage, trusted } from '@wardtrack/database'
import type { Jobs } from '@wardtrack/jobs'
import type { Viewer } from '@wardtrack/patient-rule'
import { notFound, type ServedCall, serve } from '@wardtrack/service-kit'
import { defineReplayJob, replayKind } from './dead-letter-jobs.ts'
import { mendDeadLetter } from './dead-letter-mending.ts'
import { type DeadLetterSelection, replayDeadLetters } from './dead-letter-replay.ts'
import { findSource } from './dead-letter-sources.ts'
import { visibleDeadLetters } from './dead-letter-visibility.ts'
import { isFailedBody, parseStoredItem } from './dead-letters.store.ts'
import type { IngestEndpoint } from './endpoint.types.ts'

type ListCall =
  | typeof calls.apiDeadLetters
  | typeof calls.locationDeadLetters
  | typeof calls.statusDeadLetters
type ReplayCall = typeof calls.apiReplay | typeof calls.locationReplay | typeof calls.statusReplay
type OneCall = typeof calls.apiDeadLetter | typeof calls.locationDeadLetter | typeof calls.statusDeadLetter
type MendCall =
  | typeof calls.apiMendDeadLetter
  | typeof calls.locationMendDeadLetter
  | typeof calls.statusMendDeadLetter

type ReplayAllCall = typeof calls.apiReplayAll | typeof calls.locationReplayAll | typeof calls.statusReplayAll

/** The calls of one base, and the endpoints whose refused items they show and replay. */
export type DeadLetterSpec = {
  list: ListCall
  read: OneCall
  mend: MendCall
  replay: ReplayCall
  replayAll: ReplayAllCall
  endpoints: readonly IngestEndpoint[]
}

/** Creates the calls of one base about its dead letters: list, read, correct and replay. */
export function deadLetterRoutes(parts: ServiceParts, jobs: Jobs, spec: DeadLetterSpec): ServedCall<Actor>[] {
  const { db } = parts
  const kind = replayKind(spec.replayAll.route.service)
  const startReplay = defineReplayJob(parts, jobs, { kind, endpoints: spec.endpoints })
  const names = spec.endpoints.map(({ name }) => name)
  const filterOf = ({ ids, provider, endpoint, code }: DeadLetterSelection): Record<string, unknown> => ({
    endpoint: trusted({ $in: endpoint === undefined ? names : names.filter((name) => name === endpoint) }),
    ...(ids ? { _id: trusted({ $in: [...ids] }) } : {}),
    ...(provider === undefined ? {} : { provider }),
    ...(code === undefined ? {} : { codes: code }),
  })
  /** Finds a letter. @throws ApiError 404 */
  const find = async (id: string): Promise<DeadLetterDoc> => {
    const letter = await db.models.deadLetters.findOne({ _id: id, endpoint: trusted({ $in: names }) })
    if (!letter) throw notFound()
    return letter
  }
  const isVisible = async (letter: DeadLetterDoc, viewer: Viewer): Promise<boolean> =>
    (await visibleDeadLetters(db, [letter], viewer)).has(letter)
  // The three bases differ only in their addresses, so that one declaration serves all.
  const listCall = spec.list as typeof calls.apiDeadLetters
  const oneCall = spec.read as typeof calls.apiDeadLetter
  const mendCall = spec.mend as typeof calls.apiMendDeadLetter
  const replayCall = spec.replay as typeof calls.apiReplay
  const replayAllCall = spec.replayAll as typeof calls.apiReplayAll
  return [
    serve(listCall)<Actor>(async ({ query }, context) => {
      const viewer = sessionOf(context.actor)
      const { pagesize, page, ...selection } = query
      const filter = filterOf(selection)
      const order = { receivedAt: -1, _id: -1 } as const
      const { docs, count } = await findPage(db.models.deadLetters, filter, order, { page, pagesize })
      const visible = await visibleDeadLetters(db, docs, viewer)
      return { data: docs.map((doc) => deadLetterAnswer(doc, visible.has(doc))), count }
    }),
    serve(oneCall)<Actor>(async ({ params }, { actor }) => {
      const viewer = sessionOf(actor)
      const letter = await find(params.id)
      // A body may contain other items about patients.
      const source =
        viewer.patientDataAccess && letter.source !== undefined
          ? await findSource(parts, letter.source)
          : undefined
      const answer = deadLetterAnswer(letter, await isVisible(letter, viewer))
      return { data: { ...answer, ...(source ? { source: source.text } : {}) } }
    }),
    serve(mendCall)<Actor>(async ({ params, body }, { actor, target, requestId }) => {
      const viewer = sessionOf(actor)
      const letter = await find(params.id)
      if (!(await isVisible(letter, viewer))) throw notFound()
      target('dead-letter', letter._id)
      const endpoint = spec.endpoints.find(({ name }) => name === letter.endpoint)
      if (!endpoint) throw notFound()
      const mended = await mendDeadLetter(db, letter, { item: body.item, endpoint, viewer, requestId })
      return { err: 0 as const, message: messages.done, data: deadLetterAnswer(mended, true) }
    }),
    serve(replayAllCall)<Actor>(async ({ body }, { actor, target }) => {
      const job = await startReplay(body, sessionOf(actor))
      target('job', job.id)
      return { err: 0 as const, message: messages.done, data: { id: job.id } }
    }),
    serve(replayCall)<Actor>(async ({ body }, context) => {
      const filter = filterOf(body)
      if (body.ids) {
        const found = await db.models.deadLetters.countDocuments(filter)
        if (found < new Set(body.ids).size) throw notFound()
      }
      const viewer = sessionOf(context.actor)
      const result = await replayDeadLetters(parts, filter, {
        endpoints: spec.endpoints,
        findVisible: (letters) => visibleDeadLetters(db, letters, viewer),
      })
      return { err: 0 as const, message: messages.done, ...result }
    }),
  ]
}

function deadLetterAnswer(doc: DeadLetterDoc, isVisible: boolean): DeadLetter {
  return {
    id: doc._id,
    endpoint: doc.endpoint,
    ...(doc.provider ? { provider: doc.provider } : {}),
    receivedAt: doc.receivedAt.toISOString(),
    errors: isVisible ? doc.errors : doc.errors.map(withPlainPath),
    ...(isVisible && !isFailedBody(doc) ? { item: parseStoredItem(doc) } : {}),
    ...(doc.mended ? { mended: doc.mended.toISOString() } : {}),
    ...(doc.replayed ? { replayed: doc.replayed.toISOString() } : {}),
  }
}

/** Names of members that the contract defines. Any other name comes from the sender, and may be a patient's. */
const ITEM_MEMBERS: ReadonlySet<string> = new Set(
  [locationItem, statusItem, assetItem, associationItem, hierarchyItem].flatMap(({ shape }) =>
    Object.keys(shape),
  ),
)

/** Removes names of the sender from a path, so that they do not reveal a hidden item. */
const withPlainPath = <E extends { path: string }>(error: E): E => ({
  ...error,
  path: ITEM_MEMBERS.has(error.path.split('.')[0] ?? '') ? error.path : '',
})
