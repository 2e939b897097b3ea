import type { ServiceParts } from '@wardtrack/access'
import { updateEach } from '@wardtrack/ingestion'
import type { PendingAlert } from '../pending-alert.ts'

/** What makes alerts of what was raised; safe to repeat. */
export type AlertTarget = { raise(seeds: readonly PendingAlert[]): Promise<void> }

/** Hands alerts that stand in the documents of their assets over to the raiser, then takes them off there. */
export type AlertRelay = {
  add(seeds: readonly PendingAlert[]): void
  /** resolves when what was taken so far is handed over, or has to wait for another attempt */
  idle(): Promise<void>
}

/** Makes the hand-over of a process. What fails dwells in the asset and is found there again. */
export function createAlertRelay(
  { db, log }: Pick<ServiceParts, 'db' | 'log'>,
  raiser: AlertTarget,
): AlertRelay {
  const waiting: PendingAlert[] = []
  // Also those on their way: what is found in an asset meanwhile need not be handed over twice.
  const taken = new Set<string>()
  let work: Promise<void> = Promise.resolve()

  const pass = async (): Promise<void> => {
    const seeds = waiting.splice(0)
    if (seeds.length === 0) return
    try {
      await raiser.raise(seeds)
      await updateEach(db, 'assets', [...removalsOf(seeds)])
    } catch (error) {
      log.warn({ err: error, alerts: seeds.length }, 'raised alerts wait for another attempt')
    } finally {
      for (const { id } of seeds) taken.delete(id)
    }
  }
  return {
    add: (seeds) => {
      const fresh = seeds.filter(({ id }) => !taken.has(id))
      if (fresh.length === 0) return
      for (const { id } of fresh) taken.add(id)
      waiting.push(...fresh)
      work = work.then(pass)
    },
    idle: () => work,
  }
}

function* removalsOf(seeds: readonly PendingAlert[]) {
  const byAsset = new Map<string, PendingAlert[]>()
  for (const seed of seeds) {
    const key = seed.asset.toHexString()
    byAsset.set(key, [...(byAsset.get(key) ?? []), seed])
  }
  for (const own of byAsset.values()) {
    const ids = own.map(({ id }) => id)
    yield { q: { _id: own[0]?.asset }, u: { $pull: { 'Fences.raised': { id: { $in: ids } } } } }
  }
}
