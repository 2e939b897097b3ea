import { type Actor, countDisclosedPatients, holdsAny, sessionOf } from '@wardtrack/access'
import type { CriteriaBody, calls, Sort } from '@wardtrack/contracts'
import { summarizeCriteria } from '@wardtrack/database'
import { visibleTypes } from '@wardtrack/patient-rule'
import { type CallContext, csvLine, forbidden, type Handler, notFound, sendCsv } from '@wardtrack/service-kit'
import { type AssetLists, criteriaOf, toAssetAnswer } from '../assets/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import { assetColumns, typesNamed } from './asset-columns.ts'

const BY_NAME: readonly Sort[] = [{ sortField: 'Fields.AssetName', sortDirection: 1 }]
const BY_TYPE: readonly Sort[] = [{ sortField: 'AssetType', sortDirection: 1 }]

/** Lists of assets by the page that shows them. `activeByDefault`: inactive assets are left out unless they are asked for. */
const LISTS = new Map<string, { activeByDefault: boolean; defaultSort: readonly Sort[] }>([
  ['devices', { activeByDefault: true, defaultSort: BY_NAME }],
  ['assetlist', { activeByDefault: false, defaultSort: BY_TYPE }],
])

type ReportService = { exportCsv: Handler<Actor, typeof calls.exportCsv> }

/** Writes the lists of pages as files. */
export function createReportService(metadata: MetadataStore, lists: AssetLists): ReportService {
  async function* csvOf(
    page: string,
    body: CriteriaBody,
    context: CallContext<Actor>,
  ): AsyncGenerator<string, void> {
    const actor = sessionOf(context.actor)
    const list = LISTS.get(page)
    if (!list) throw notFound()
    const criteria = criteriaOf(withoutPagination(body), await metadata.criteriaFields())
    const { types } = await metadata.read()
    const known = visibleTypes(typesNamed(criteria) ?? Object.keys(types), actor)
    const columns = assetColumns(known.map((type) => (Object.hasOwn(types, type) ? (types[type] ?? {}) : {})))
    const lineOf = (asset: ReturnType<typeof toAssetAnswer>) =>
      csvLine(columns.map(({ valueOf }) => valueOf(asset)))
    const disclosed = countDisclosedPatients(actor)
    let returned = 0
    context.auditDetails({ criteria: summarizeCriteria(criteria, Object.keys(types)), returned })
    yield csvLine(columns.map(({ label }) => label))
    for await (const docs of lists.batches(
      criteria,
      { actor, activeByDefault: list.activeByDefault },
      list.defaultSort,
    )) {
      disclosed.add(docs)
      returned += docs.length
      context.auditDetails({ returned, ...disclosed.details() })
      yield docs.map((doc) => lineOf(toAssetAnswer(doc, actor))).join('')
    }
  }
  return {
    exportCsv: async ({ params: { page }, body }, context) => {
      const { allowedRoutes } = sessionOf(context.actor)
      if (LISTS.has(page) && !holdsAny(allowedRoutes, [page])) throw forbidden()
      // Criteria are read and the store is asked before the first line is out: until then a refusal is an answer.
      await sendCsv(csvOf(page, body, context), 'report.csv', context)
    },
  }
}

/** A file holds all rows, whatever page of them the caller looks at. */
function withoutPagination(body: CriteriaBody): CriteriaBody {
  if (Array.isArray(body)) return body
  const { pagination: _page, ...rest } = body
  return rest
}
