import { type Actor, disclosedPatients, type SessionActor, sessionOf } from '@wardtrack/access'
import {
  type Asset,
  type CriteriaBody,
  CUSTOM_REPORT_LIMITS,
  type CustomReportRow,
  type calls,
  GENERAL_REPORT_FIELDS,
  type GeneralReportField,
  type MetaEntry,
  messages,
  type Sort,
} from '@wardtrack/contracts'
import { type CriteriaFields, pathText, type ReadCriteria, summarizeCriteria } from '@wardtrack/database'
import { type Handler, invalidMember, notFound } from '@wardtrack/service-kit'
import { criteriaOf, optionText, toAssetAnswer, valueAt } from '../assets/index.ts'
import { createPointerReader, findMapsWithAssets, hasMap } from '../maps/index.ts'
import { checkReport, entriesOf, type ReportSubject } from './check-report.ts'
import type { CustomReportParts } from './custom-reports.service.ts'
import { openCustomReportStore } from './custom-reports.store.ts'

/** Column of a custom report. */
export type CustomReportColumn = {
  /** name of the field, which is the member of a row */
  key: string
  label: string
  /** stored path for sorting; missing when no single path is stored */
  sortPath?: string
  /** returns the value of a row, with option codes as stored */
  valueOf: (asset: Asset) => unknown
  /** returns the value for a file, with options by alias */
  textOf: (asset: Asset) => unknown
}

type GeneralColumn = Pick<CustomReportColumn, 'label' | 'sortPath' | 'valueOf'>

const general: Readonly<Record<GeneralReportField, GeneralColumn>> = {
  AssetId: { label: 'AssetId', sortPath: 'AssetId', valueOf: ({ AssetId }) => AssetId },
  AssetType: { label: 'AssetType', sortPath: 'AssetType', valueOf: ({ AssetType }) => AssetType },
  AssetStatus: { label: 'AssetStatus', sortPath: 'AssetStatus', valueOf: ({ AssetStatus }) => AssetStatus },
  CustomTags: { label: 'Custom Tags', valueOf: ({ CustomTags }) => CustomTags },
  CurrentLocation: {
    label: 'Current Location',
    sortPath: 'CurrentLocation.fullPath',
    valueOf: ({ CurrentLocation }) => CurrentLocation && pathText(CurrentLocation.fullPath),
  },
  HomeLocation: {
    label: 'Homed Location',
    sortPath: 'HomeLocation.fullPath',
    valueOf: ({ HomeLocation }) => HomeLocation && pathText(HomeLocation.fullPath),
  },
  createdAt: { label: 'Created At', sortPath: 'createdAt', valueOf: ({ createdAt }) => createdAt },
}

const isGeneral = (name: string): name is GeneralReportField =>
  (GENERAL_REPORT_FIELDS as readonly string[]).includes(name)

/**
 * Returns the columns of a report by its fields. A field that the metadata mapping no longer has gets no column.
 * @param entries entries of the report's subject
 */
export function reportColumns(
  entries: Readonly<Record<string, MetaEntry>>,
  fields: readonly string[],
): CustomReportColumn[] {
  return [...new Set(fields)].flatMap((key): CustomReportColumn[] => {
    const entry = Object.hasOwn(entries, key) ? entries[key] : undefined
    if (entry) {
      const valueOf = (asset: Asset): unknown => valueAt(asset, entry.Model)
      const textOf = (asset: Asset): unknown => optionText(entry, valueOf(asset))
      return [{ key, label: entry.Alias || entry.tableKey, sortPath: entry.Model, valueOf, textOf }]
    }
    return isGeneral(key) ? [{ key, ...general[key], textOf: general[key].valueOf }] : []
  })
}

/** Converts an asset to a row: its identity, and a value for each column, `''` when missing. */
export function toReportRow(asset: Asset, columns: readonly CustomReportColumn[]): CustomReportRow {
  const values = columns.map(({ key, valueOf }) => [key, valueOf(asset) ?? ''] as const)
  const { _id, AssetType, AssetId } = asset
  return { ...Object.fromEntries(values), _id, AssetType, AssetId }
}

const BY_NAME: readonly Sort[] = [{ sortField: 'Fields.AssetName', sortDirection: 1 }]
const MAP_PATH = 'CurrentLocation.mapId'

type ReportPreview = {
  preview: Handler<Actor, typeof calls.previewCustomReport>
  pointers: Handler<Actor, typeof calls.customReportPointers>
}
type HeatQuestion = { criteria: ReadCriteria; target: string; mapId: string | undefined }

/** Adds the condition on the subject's type as the first one, so that an index on the type applies. */
export function criteriaOfSubject(body: CriteriaBody, subject: string, fields: CriteriaFields): ReadCriteria {
  const criteria = criteriaOf(body, fields, '', fields, subject)
  return {
    ...criteria,
    conditions: [{ path: 'AssetType', test: { $eq: subject } }, ...criteria.conditions],
  }
}

/** Creates the preview of reports during editing, and of the assets of a heat map on its plans. */
export function createReportPreview({ db, metadata, lists }: CustomReportParts): ReportPreview {
  const store = openCustomReportStore(db)
  const readPointers = createPointerReader({ db }, lists)
  const modelOf = async ({ Subject, TargetField }: Omit<ReportSubject, 'Fields'>) =>
    entriesOf((await metadata.read()).types, Subject)[TargetField ?? '']?.Model

  const heatOf = async ({ criteria, target, mapId }: HeatQuestion, actor: SessionActor) => {
    const listing = { actor, activeByDefault: true }
    const maps = await findMapsWithAssets(db, lists, await lists.filterOf(criteria, listing))
    const fullest = maps.toSorted((a, b) => b.count - a.count)[0]
    const shown = maps.find((map) => map.mapId === mapId) ?? fullest
    const listed = maps.map(({ mapId: id, name, count }) => ({ mapId: id, name, count }))
    if (!shown) return { heat: { maps: listed, mapId: null, data: [], truncated: false }, assets: [] }
    const onMap = { path: MAP_PATH, test: { $eq: shown.mapId } }
    const conditions = [...criteria.conditions, onMap]
    const { data, assets, truncated } = await readPointers({ ...criteria, conditions }, actor, target)
    return { heat: { maps: listed, mapId: shown.mapId, data, truncated }, assets }
  }
  const firstRows = (criteria: ReadCriteria, actor: SessionActor) =>
    lists.page(
      criteria,
      { actor, activeByDefault: true },
      {
        page: 1,
        size: CUSTOM_REPORT_LIMITS.previewRows,
        defaultSort: BY_NAME,
      },
    )
  return {
    preview: async ({ body }, context) => {
      const actor = sessionOf(context.actor)
      const { types } = await metadata.read()
      checkReport(body, { actor, types, body: context.request.body })
      const criteria = criteriaOfSubject({}, body.Subject, await metadata.criteriaFields())
      const { docs, total } = await firstRows(criteria, actor)
      const { TargetField } = body
      const fields = TargetField === undefined ? body.Fields : [...body.Fields, TargetField]
      const columns = reportColumns(entriesOf(types, body.Subject), fields)
      const target = await modelOf(body)
      const shown =
        target === undefined ? undefined : await heatOf({ criteria, target, mapId: body.mapId }, actor)
      const disclosed = new Map(
        [...docs, ...(shown?.assets ?? [])].map((asset) => [asset._id.toHexString(), asset]),
      )
      context.auditDetails({
        criteria: summarizeCriteria(criteria, Object.keys(types)),
        returned: disclosed.size,
        ...disclosedPatients(actor, disclosed.values()),
      })
      return {
        columns: columns.map(({ key, label }) => ({ key, label })),
        assets: docs.map((doc) => toReportRow(toAssetAnswer(doc, actor), columns)),
        maxAssets: total,
        ...(shown ? { heat: shown.heat } : {}),
      }
    },
    pointers: async ({ params, body }, context) => {
      const actor = sessionOf(context.actor)
      context.target('custom-report', params.reportId)
      const report = await store.read(actor, params.reportId)
      if (report.Type !== 'Heat Map') throw notFound()
      const criteria = criteriaOfSubject(body, report.Subject, await metadata.criteriaFields())
      if (!hasMap(criteria)) throw invalidMember(MAP_PATH, messages.mapNeeded)
      const { data, assets, truncated } = await readPointers(criteria, actor, await modelOf(report))
      context.auditDetails({
        criteria: summarizeCriteria(criteria, await metadata.types()),
        returned: assets.length,
        ...disclosedPatients(actor, assets),
      })
      return { data, truncated }
    },
  }
}
