import type { ServiceParts } from '@wardtrack/access'
import type { Condition } from '@wardtrack/contracts'
import { INTERNAL } from '@wardtrack/database'
import type { PathChange, PlacePath } from './find-path-changes.ts'
import { type RenamedPlaces, renameConditions } from './rename-conditions.ts'

/** Collections whose documents hold sealed conditions. */
const SEALED = ['savedFilters', 'reportSchedules'] as const

/**
 * Rewrites the names of renamed places in saved filters, report schedules and asset rules, a few thousand at most. Each
 * write names the conditions that it read, so that an edit of a person prevails. It is safe to repeat.
 */
export async function followNames(
  parts: Pick<ServiceParts, 'db' | 'bus' | 'keyRing'>,
  changes: readonly Pick<PathChange, 'from' | 'to'>[],
): Promise<void> {
  if (changes.length === 0) return
  const { db, bus } = parts
  const places = await db.models.places
    .find<PlacePath>({ provider: INTERNAL })
    .select({ _id: 0, fullName: 1 })
  const renamed: RenamedPlaces = { changes, paths: places.map(({ fullName }) => fullName) }
  if (await followInRules(parts, renamed)) bus.publish('config.changed', { what: 'rules' })
  if (await followInFilters(parts, renamed)) bus.publish('config.changed', { what: 'filters' })
}

async function followInRules({ db }: Pick<ServiceParts, 'db'>, renamed: RenamedPlaces): Promise<boolean> {
  let isChanged = false
  for (const { _id, ruleCondition: before } of await db.models.assetRules.find({})) {
    const [ruleCondition] = renameConditions([before], renamed) ?? []
    if (!ruleCondition) continue
    await db.models.assetRules.updateOne({ _id, ruleCondition: before }, { $set: { ruleCondition } })
    isChanged = true
  }
  return isChanged
}

async function followInFilters(
  { db, keyRing }: Pick<ServiceParts, 'db' | 'keyRing'>,
  renamed: RenamedPlaces,
): Promise<boolean> {
  let isChanged = false
  for (const collection of SEALED) {
    // driver: one statement for two collections of equal members
    const stored = db.driver[collection] as typeof db.driver.savedFilters
    for await (const { _id, criteria: before } of stored.find({}, { projection: { criteria: 1 } })) {
      const context = { collection, id: _id, field: 'criteria' }
      const after = renameConditions(JSON.parse(keyRing.open(before, context)) as Condition[], renamed)
      if (!after) continue
      const criteria = keyRing.seal(JSON.stringify(after), context)
      await stored.updateOne({ _id, criteria: before }, { $set: { criteria } })
      isChanged = true
    }
  }
  return isChanged
}
