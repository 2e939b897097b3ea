import type { ServiceParts } from '@wardtrack/access'
import type { PendingAlert, Types } from '@wardtrack/database'
import { updateEach } from '@wardtrack/ingestion'
import { isStoreUnreachable } from '@wardtrack/service-kit'
import { LRUCache } from 'lru-cache'

/** Makes alerts of pending ones, all that it can; safe to repeat. */
export type PendingAlertRaiser = {
  /**
   * @returns those that stand as alerts now; of the others the asset was not found
   * @throws when any of them could not be raised
   */
  raise(pending: readonly PendingAlert[]): Promise<readonly PendingAlert[]>
}

/** Has alerts raised that stand in the documents of their assets, then takes them off there. */
export type AlertRelay = {
  /** accepts alerts that stand in their assets; what is left out is found there again by the dwell timer */
  add(pending: readonly PendingAlert[]): void
  /** whether as many wait as this process works off in a few seconds */
  isFull(): boolean
  /** how many wait or are being raised */
  backlog(): number
  /** assets of alerts that could not be raised and wait for their next attempt */
  deferredAssets(): Types.ObjectId[]
  /** resolves when what was accepted so far is raised, or has to wait for another attempt */
  idle(): Promise<void>
}

/** Alerts of one round: their documents and deliveries are one write each. */
const GROUP_SIZE = 200
/** Alerts that wait at a time: what this process raises in a few seconds. */
const MAX_BACKLOG = 5_000
/** The pause of an alert that could not be raised, in milliseconds; each further failure doubles it. */
const FIRST_PAUSE_MS = 2_000
const MAX_PAUSE_MS = 300_000
/** Alerts whose failures are remembered; one that is forgotten is tried again at once. */
const MAX_DEFERRED = 5_000

type Deferral = { asset: Types.ObjectId; failures: number; retryAt: number }

/** Makes the relay of a process. What fails remains in the asset and is found there again. */
export function createAlertRelay(
  { db, log }: Pick<ServiceParts, 'db' | 'log'>,
  raiser: PendingAlertRaiser,
): AlertRelay {
  const waiting: PendingAlert[] = []
  // Also those being raised: what is found in an asset meanwhile need not be raised twice.
  const accepted = new Set<string>()
  const deferrals = new LRUCache<string, Deferral>({ max: MAX_DEFERRED })
  let work: Promise<void> = Promise.resolve()

  const defer = ({ id, asset }: PendingAlert, error: unknown): void => {
    const failures = (deferrals.get(id)?.failures ?? 0) + 1
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS)
    deferrals.set(id, { asset, failures, retryAt: performance.now() + pause })
    log.error({ err: error, failures }, 'an alert could not be raised and is tried again')
  }
  const isDeferred = ({ id }: PendingAlert): boolean => (deferrals.get(id)?.retryAt ?? 0) > performance.now()

  /** Raises all that can be raised and returns them: one that fails does not stop the others. */
  const raise = async (alerts: readonly PendingAlert[]): Promise<PendingAlert[]> => {
    try {
      return [...(await raiser.raise(alerts))]
    } catch (error) {
      if (isStoreUnreachable(error)) throw error
      const [first, ...remaining] = alerts
      if (first && remaining.length === 0) defer(first, error)
      if (remaining.length === 0) return []
    }
    const raised: PendingAlert[] = []
    for (const alert of alerts) raised.push(...(await raise([alert])))
    return raised
  }
  const relayGroup = async (alerts: readonly PendingAlert[]): Promise<void> => {
    try {
      const raised = await raise(alerts)
      await updateEach(db, 'assets', [...removalsOf(raised)])
      for (const { id } of raised) deferrals.delete(id)
    } catch (error) {
      log.warn({ err: error }, 'raised alerts wait for another attempt')
    } finally {
      for (const { id } of alerts) accepted.delete(id)
    }
  }
  const relayWaiting = async (): Promise<void> => {
    const alerts = waiting.splice(0)
    for (let from = 0; from < alerts.length; from += GROUP_SIZE)
      await relayGroup(alerts.slice(from, from + GROUP_SIZE))
  }
  return {
    add: (pending) => {
      const before = waiting.length
      for (const alert of pending) {
        if (accepted.size >= MAX_BACKLOG) break
        if (accepted.has(alert.id) || isDeferred(alert)) continue
        accepted.add(alert.id)
        waiting.push(alert)
      }
      if (waiting.length > before) work = work.then(relayWaiting)
    },
    isFull: () => accepted.size >= MAX_BACKLOG,
    backlog: () => accepted.size,
    deferredAssets: () =>
      [...deferrals.values()].flatMap(({ asset, retryAt }) => (retryAt > performance.now() ? [asset] : [])),
    idle: () => work,
  }
}

function* removalsOf(alerts: readonly PendingAlert[]) {
  const byAsset = new Map<string, PendingAlert[]>()
  for (const alert of alerts) {
    const key = alert.asset.toHexString()
    const alertsOfAsset = byAsset.get(key)
    if (alertsOfAsset) alertsOfAsset.push(alert)
    else byAsset.set(key, [alert])
  }
  for (const ofAsset of byAsset.values()) {
    const ids = ofAsset.map(({ id }) => id)
    yield { q: { _id: ofAsset[0]?.asset }, u: { $pull: { 'Fences.raised': { id: { $in: ids } } } } }
  }
}
