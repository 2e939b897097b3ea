import type { ServiceParts } from '@wardtrack/access'
import { SILENT, STATE_FIELDS } from '@wardtrack/contracts'
import { type AssetDoc, DURABLE_READ } from '@wardtrack/database'
import { CACHED_MEMBERS, toCachedAsset, updateEach } from '@wardtrack/ingestion'
import {
  connectionAt,
  newestEvent,
  type SilenceParts,
  settleSilence,
  silenceEvent,
} from './settle-silence.ts'
import { readSilenceLimits, type SilenceLimits } from './silence-limits.ts'

/** Timer that finds silent assets, and the ends of silences. */
export type SilenceTimer = { close(): Promise<void> }

const INTERVAL_MS = 1_000
const PAGE = 500
/** Maximum number of pages per round; the next round continues. */
const MAX_PAGES = 20
/** Time in which a process works on assets that it claimed, before others look at them again. */
const CLAIM_MS = 3_000
/** Time of assets that are never silent. */
const NEVER = new Date('9999-12-31T23:59:59Z')
const MEMBERS = {
  ...CACHED_MEMBERS,
  'Fields.PrimaryCategory': 1,
  'Silence.heard': 1,
  'Silence.late': 1,
} as const

/** An asset to work on, with its limit and its newest event in milliseconds. */
type Work = { doc: AssetDoc; limit: number; heard: number }

/**
 * Starts the timer of a process. Events do not move the stored times of assets. The timer looks at an asset when its
 * time is due, and sets the next time: the newest event plus the limit. Each write carries what was read, and each
 * stored state has an identity, so several processes and restarts make one change.
 */
export function startSilenceTimer(
  parts: Pick<ServiceParts, 'db' | 'log' | 'clock' | 'silenceMinutes'>,
  silenceParts: SilenceParts,
): SilenceTimer {
  let running: Promise<void> | undefined
  let isClosed = false
  const run = async (): Promise<void> => {
    for (let pages = 0; pages < MAX_PAGES && !isClosed; pages += 1)
      if (!(await lookAtDue(parts, silenceParts))) break
  }
  const timer = setInterval(() => {
    running ??= run()
      .catch((error: unknown) => parts.log.warn({ err: error }, 'silent assets are looked for later'))
      .finally(() => {
        running = undefined
      })
  }, INTERVAL_MS)
  timer.unref()
  return {
    close: async () => {
      isClosed = true
      clearInterval(timer)
      await running
    },
  }
}

/** Looks at a page of assets whose time is due. Returns false when no further page needs to be read now. */
async function lookAtDue(
  parts: Pick<ServiceParts, 'db' | 'clock' | 'silenceMinutes'>,
  silenceParts: SilenceParts,
): Promise<boolean> {
  const { db, clock } = parts
  const now = clock.now()
  // driver: every process runs this query once a second, a hot path
  const docs = await db.driver.assets
    .find({ 'Silence.due': { $lte: new Date(now) } }, { projection: MEMBERS, ...DURABLE_READ })
    .sort({ 'Silence.due': 1 })
    .limit(PAGE)
    .toArray()
  if (docs.length === 0) return false
  const limits = await readSilenceLimits(parts)
  const { heard, unclear } = partitionHeard(docs, limits, now)
  await updateEach(
    db,
    'assets',
    heard.map(({ doc, due }) => ({
      q: { _id: doc._id, 'Silence.due': doc.Silence?.due },
      u: { $set: { 'Silence.due': due } },
    })),
  )
  for (const doc of await claim(db, unclear, now)) await lookAt(db, silenceParts, workOf(doc, limits), now)
  return docs.length === PAGE
}

/** Separates assets with a known newer event, of which only the time is moved, from those to look at. */
function partitionHeard(docs: readonly AssetDoc[], limits: SilenceLimits, now: number) {
  const heard: { doc: AssetDoc; due: Date }[] = []
  const unclear: AssetDoc[] = []
  for (const doc of docs) {
    const due = workOf(doc, limits)
    const next = due.heard + due.limit
    const isPlain = !(doc.Silence?.late || doc.Silence?.heard || isSilent(doc)) && next > now
    if (isPlain) heard.push({ doc, due: dueTime(next) })
    else unclear.push(doc)
  }
  return { heard, unclear }
}

const dueTime = (time: number): Date => (time < NEVER.getTime() ? new Date(time) : NEVER)

/** Returns what the asset itself says about its newest event. */
function workOf(doc: AssetDoc, limits: SilenceLimits): Work {
  const { CurrentLocation, FieldTimes, Silence } = doc
  // The begin of a silence is no event.
  const fields = STATE_FIELDS.filter((field) => !(isSilent(doc) && field === 'DeviceStatus'))
  const times = [CurrentLocation?.time, Silence?.heard, ...fields.map((field) => FieldTimes[field])]
  return { doc, limit: limits(doc), heard: Math.max(0, ...times.map((time) => time?.getTime() ?? 0)) }
}

/** Claims assets for a while. Returns them as they are now, without those that another process claimed. */
async function claim(
  db: ServiceParts['db'],
  docs: readonly AssetDoc[],
  now: number,
): Promise<readonly AssetDoc[]> {
  if (docs.length === 0) return []
  // Processes that claim at the same time set different times.
  const claimed = new Date(now + CLAIM_MS + Math.floor(Math.random() * CLAIM_MS))
  await updateEach(
    db,
    'assets',
    docs.map(({ _id, Silence }) => ({
      q: { _id, 'Silence.due': Silence?.due },
      u: { $set: { 'Silence.due': claimed } },
    })),
  )
  const ids = docs.map(({ _id }) => _id)
  // driver: as above
  return db.driver.assets
    .find({ _id: { $in: ids }, 'Silence.due': claimed }, { projection: MEMBERS, ...DURABLE_READ })
    .toArray()
}

async function lookAt(db: ServiceParts['db'], parts: SilenceParts, work: Work, now: number): Promise<void> {
  const { limit } = work
  // Events without a state, such as alarms, are in history alone.
  const heard = Math.max(work.heard, await newestEvent(db, work.doc._id))
  if (heard === 0) return finish(db, work.doc, { $unset: { Silence: '' } })
  const silentSince = silenceOf(work)
  const isEnding = silentSince !== undefined && heard > silentSince.heard
  const unsettled = [
    ...(work.doc.Silence?.late ?? []),
    ...(isEnding ? [new Date(silentSince.heard), silentSince.begin] : []),
  ].map((time) => time.getTime())
  let { doc } = work
  if (unsettled.length > 0 && limit < Number.POSITIVE_INFINITY) {
    const [from, until] = [new Date(Math.min(...unsettled)), new Date(Math.max(...unsettled))]
    await settleSilence(parts, doc, { from, until, limit, now })
    doc = (await readAgain(db, doc)) ?? doc
  }
  const asset = toCachedAsset(doc, performance.now())
  if (heard + limit > now) {
    if (isSilent(doc)) {
      const since = doc.FieldTimes['DeviceStatus']?.getTime() ?? 0
      const time = new Date(isEnding ? Math.max(heard, since + 1) : now)
      const { value } = await connectionAt(db, doc._id, time)
      await parts.write([silenceEvent(asset, 'end', time, value)])
    }
    // Events of the silence may be under way: the next look works it out again.
    const late = silentSince
      ? { 'Silence.late': [new Date(silentSince.heard), silentSince.begin] }
      : undefined
    return finish(db, work.doc, {
      $set: { 'Silence.due': dueTime(heard + limit), ...late },
      $unset: { 'Silence.heard': '', ...(late ? {} : { 'Silence.late': '' }) },
    })
  }
  const begin = new Date(heard + limit)
  if (!isSilent(doc) || heard !== silentSince?.heard)
    await parts.write([silenceEvent(asset, 'begin', begin, SILENT)])
  const storedTime = (await readAgain(db, doc))?.FieldTimes['DeviceStatus']
  await finish(
    db,
    {
      ...work.doc,
      FieldTimes: { ...work.doc.FieldTimes, ...(storedTime ? { DeviceStatus: storedTime } : {}) },
    },
    {
      $set: { 'Silence.heard': new Date(heard) },
      $unset: { 'Silence.due': '', 'Silence.late': '' },
    },
  )
}

const isSilent = ({ Fields }: AssetDoc): boolean => Fields['DeviceStatus'] === SILENT

/** Returns the present silence of an asset: its last event before, in milliseconds, and its begin. */
function silenceOf({ doc, limit }: Work): { heard: number; begin: Date } | undefined {
  const begin = isSilent(doc) ? doc.FieldTimes['DeviceStatus'] : doc.Silence?.heard
  if (!begin) return undefined
  // After a crash the last event is not stored.
  const usual = limit < Number.POSITIVE_INFINITY ? begin.getTime() - limit : begin.getTime()
  return { heard: doc.Silence?.heard?.getTime() ?? usual, begin }
}

async function readAgain(db: ServiceParts['db'], { _id }: AssetDoc): Promise<AssetDoc | undefined> {
  // driver: as above
  const [doc] = await db.driver.assets
    .find({ _id }, { projection: MEMBERS, ...DURABLE_READ })
    .limit(1)
    .toArray()
  return doc
}

/**
 * Ends the work on an asset, unless an event came since it was read: then the asset is looked at again when the claim
 * ends.
 */
async function finish(
  db: ServiceParts['db'],
  { _id, Silence, PlaceRev, FieldTimes }: AssetDoc,
  change: { $set?: object; $unset?: object },
): Promise<void> {
  const isSilentNow = change.$set !== undefined && 'Silence.heard' in change.$set
  const asRead = [
    ['PlaceRev', PlaceRev ?? { $exists: false }],
    ...STATE_FIELDS.map((field) => [`FieldTimes.${field}`, FieldTimes[field] ?? { $exists: false }]),
  ]
  await updateEach(db, 'assets', [
    {
      q: {
        _id,
        'Silence.due': Silence?.due,
        'Silence.late': Silence?.late ?? { $exists: false },
        ...(isSilentNow ? Object.fromEntries(asRead) : {}),
      },
      u: { ...change },
    },
  ])
}
