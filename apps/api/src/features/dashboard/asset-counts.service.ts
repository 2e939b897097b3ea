import { type Actor, disclosedPatients, sessionOf } from '@wardtrack/access'
import type { calls } from '@wardtrack/contracts'
import { summarizeCriteria } from '@wardtrack/database'
import type { Handler } from '@wardtrack/service-kit'
import { type AssetLists, criteriaOf } from '../assets/index.ts'
import type { MetadataStore } from '../metadata/index.ts'

/** Type that the dashboard counts for every user: only devices, never patients. */
const EQUIPMENT = 'Equipment'
/** Maximum number of counted values; a select of the mapping has fewer. */
const MAX_VALUES = 100

/**
 * Creates the counter of devices by field value. Each total is counted on an index and cached until a dependency
 * changes.
 */
export function createAssetCounter(
  metadata: MetadataStore,
  lists: AssetLists,
): Handler<Actor, typeof calls.countAssets> {
  return async ({ body: { by } }, context) => {
    const actor = sessionOf(context.actor)
    const fields = await metadata.criteriaFields()
    const { types } = await metadata.read()
    const { Model, Options = {} } = types[EQUIPMENT]?.[by] ?? {}
    const all = criteriaOf([{ AssetType: EQUIPMENT }], fields)
    const countOf = async (criteria: typeof all): Promise<number> =>
      lists.count(await lists.filterOf(criteria, { actor, activeByDefault: true }))
    const values = Model === undefined ? [] : Object.keys(Options).slice(0, MAX_VALUES)
    const [total, ...counts] = await Promise.all([
      countOf(all),
      ...values.map((value) =>
        countOf(criteriaOf([{ AssetType: EQUIPMENT }, { [String(Model)]: value }], fields)),
      ),
    ])
    context.auditDetails({
      criteria: summarizeCriteria(all, Object.keys(types)),
      ...disclosedPatients(actor, []),
    })
    return { data: values.map((value, index) => ({ value, count: counts[index] ?? 0 })), total }
  }
}
