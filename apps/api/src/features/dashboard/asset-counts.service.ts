import { type Actor, disclosedPatients, sessionOf } from '@wardtrack/access'
import type { calls } from '@wardtrack/contracts'
import { summarizeCriteria } from '@wardtrack/database'
import type { Handler } from '@wardtrack/service-kit'
import { type AssetLists, criteriaOf } from '../assets/index.ts'
import type { MetadataStore } from '../metadata/index.ts'

/** Devices are what the dashboard counts, whoever looks: patients are never among them. */
const EQUIPMENT = 'Equipment'
/** Values that are counted: a select of the mapping has fewer. */
const MAX_VALUES = 100

/** Counts devices by the values of a field. Each total is a count on an index, cached until something it depends on changes. */
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
