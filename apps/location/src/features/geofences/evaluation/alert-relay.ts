import type { ServiceParts } from '@wardtrack/access'
import type { PendingAlert, Types } from '@wardtrack/database'
import { updateEach } from '@wardtrack/ingestion'
import { isStoreUnreachable } from '@wardtrack/service-kit'
import { LRUCache } from 'lru-cache'

/** Raises pending alerts, as many as possible; safe to repeat. */
export type PendingAlertRaiser = {
  /**
   * @returns pending alerts that are now stored as alerts; the assets of the others were not found
   * @throws when any alert could not be raised
   */
  raise(pending: readonly PendingAlert[]): Promise<readonly PendingAlert[]>
}

/** Raises alerts that are pending in the documents of their assets, then removes them there. */
export type AlertRelay = {
  /** accepts pending alerts; the dwell timer later finds rejected ones in their assets */
  add(pending: readonly PendingAlert[]): void
  /** returns true if the backlog takes this process several seconds */
  isFull(): boolean
  /** number of alerts waiting or in progress */
  backlog(): number
  /** assets of alerts that failed and wait for their next attempt */
  deferredAssets(): Types.ObjectId[]
  /** resolves when all accepted alerts are raised or wait for another attempt */
  idle(): Promise<void>
}

/** Alerts per batch: their documents and deliveries are one write each. */
const GROUP_SIZE = 200
/** Maximum number of waiting alerts, which this process raises in a few seconds. */
const MAX_BACKLOG = 5_000
/** First delay before an alert is retried, in milliseconds; it doubles with each further failure. */
const FIRST_PAUSE_MS = 2_000
const MAX_PAUSE_MS = 300_000
/** Maximum number of failed alerts in memory; a forgotten alert is retried without delay. */
const MAX_DEFERRED = 5_000

type Deferral = { asset: Types.ObjectId; failures: number; retryAt: number }

/** Creates the relay of a process. A failed alert remains in its asset and is found there again. */
export function createAlertRelay(
  { db, log }: Pick<ServiceParts, 'db' | 'log'>,
  raiser: PendingAlertRaiser,
): AlertRelay {
  const waiting: PendingAlert[] = []
  // Includes alerts in progress, so that an alert found in its asset meanwhile is not raised twice.
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

  /** Raises as many alerts as possible and returns them: one failure does not stop the others. */
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
