import type { SessionActor } from '@wardtrack/access'
import { type Condition, type CriteriaBody, messages, type NearbyRow } from '@wardtrack/contracts'
import type { AssetDoc, ReadCriteria } from '@wardtrack/database'
import { invalidMember, notFound } from '@wardtrack/service-kit'
import { criteriaOf } from '../../assets/index.ts'
import { findOnlyMember, readReportCriteria, withoutMember } from '../report-criteria.ts'
import { META_DATA } from '../report-fields.ts'
import type { PageOf, ReaderOf, ReportParts, ReportRequest } from '../report-page.ts'
import { placeText, sortRows, textOf } from '../row-texts.ts'

const BATCH_SIZE = 100
const NEAREST_FIRST = [{ sortField: 'Distance', sortDirection: 1 as const }]
const NEARBY_FIELDS = { AssetType: 1, AssetId: 1, 'Fields.AssetName': 1, CurrentLocation: 1 } as const

type Found = { row: NearbyRow; asset: AssetDoc }

/** Creates the report of assets on the map of another asset, nearest first. */
export const nearbyPumpPage = (parts: ReportParts): PageOf<'nearby-pump'> => ({
  open: (request) => openNearby(parts, request),
})

async function openNearby(parts: ReportParts, request: ReportRequest): Promise<ReaderOf<'nearby-pump'>> {
  const { actor } = request
  const question = readNearbyQuestion(request.body)
  const body = withoutMember(request.body, META_DATA)
  const { criteria, assetConditions, sort } = await readReportCriteria(
    parts,
    'nearby-pump',
    { ...request, body },
    { alsoBy: ['WalkingDistance'] },
  )
  const reference = await findReference(parts, actor, question)
  const find = async (): Promise<Found[]> => {
    const surrounding = criteriaOf(
      await surroundingCriteria(parts, question),
      await parts.metadata.criteriaFields(),
    )
    const conditions = [...assetConditions.conditions, ...surrounding.conditions]
    const found = await findOnMap(parts, actor, { ...assetConditions, conditions, sort: [] }, reference)
    const assets = new Map(found.map(({ row, asset }) => [row, asset]))
    const rows = sortRows<NearbyRow>([...assets.keys()], sort.length > 0 ? sort : NEAREST_FIRST)
    return rows.flatMap((row) => {
      const asset = assets.get(row)
      return asset ? [{ row, asset }] : []
    })
  }
  const toBatch = (found: readonly Found[]) => ({
    rows: found.map(({ row }) => row),
    shownAssets: found.map(({ asset }) => asset),
  })
  return {
    criteria,
    page: async ({ skip, size }) => {
      const found = await find()
      const { rows, shownAssets } = toBatch(found.slice(skip, skip + size))
      return { rows, shownAssets: [reference, ...shownAssets], total: found.length }
    },
    batches: async function* batches() {
      const found = await find()
      for (let start = 0; start < found.length; start += BATCH_SIZE)
        yield toBatch(found.slice(start, start + BATCH_SIZE))
    },
  }
}

/** @throws ApiError 404 for an unknown asset or one hidden from the caller */
async function findReference(
  { lists, metadata }: ReportParts,
  actor: SessionActor,
  { AssetType, AssetId, SerialNo }: NearbyQuestion,
): Promise<AssetDoc> {
  const named: Condition = AssetId === undefined ? { 'Fields.SerialNo': SerialNo } : { AssetId }
  const criteria = criteriaOf({ AssetType, ...named }, await metadata.criteriaFields())
  const request = { page: 1, size: 1, defaultSort: [{ sortField: 'AssetId', sortDirection: 1 as const }] }
  const { docs } = await lists.page(criteria, { actor, activeByDefault: false }, request)
  const [reference] = docs
  if (!reference) throw notFound()
  return reference
}

/** Returns the criteria of the searched assets: a type, otherwise a category of equipment. */
async function surroundingCriteria(
  { metadata }: ReportParts,
  { SurroundingAsset }: NearbyQuestion,
): Promise<Condition> {
  return (await metadata.types()).includes(SurroundingAsset)
    ? { AssetType: SurroundingAsset }
    : { AssetType: 'Equipment', 'Fields.PrimaryCategory': SurroundingAsset }
}

/** Finds the assets with a position on the map of a reference asset, which has a position itself. */
async function findOnMap(
  { db, lists, walking }: ReportParts,
  actor: SessionActor,
  criteria: ReadCriteria,
  reference: AssetDoc,
): Promise<Found[]> {
  const from = pointOf(reference)
  if (!from) return []
  const onMap = { path: 'CurrentLocation.mapId', test: { $eq: from.mapId } }
  const conditions = [...criteria.conditions, onMap]
  const filter = await lists.filterOf({ ...criteria, conditions }, { actor, activeByDefault: true })
  // driver: the filter is made of criteria, which a model would cast
  const assets = db.driver.assets.find<AssetDoc>(filter, { projection: NEARBY_FIELDS })
  const { graph, hasLanes } = await walking.read()
  const walkTo = hasLanes(from.mapId) ? graph.distancesFrom(from) : undefined
  const found: Found[] = []
  for await (const asset of assets) {
    const to = pointOf(asset)
    const metres = to && graph.straightMetres(from, to)
    if (!to || metres === undefined || asset._id.equals(reference._id)) continue
    found.push({ row: toNearbyRow(asset, metres, walkTo?.(to)?.metres), asset })
  }
  return found
}

function pointOf({ CurrentLocation: at }: AssetDoc) {
  const { mapId = null, xCenterPoint: x = null, yCenterPoint: y = null } = at ?? {}
  return mapId === null || x === null || y === null ? undefined : { mapId, x, y }
}

const tenths = (metres: number): number => Math.round(metres * 10) / 10

const toNearbyRow = (
  { AssetId, AssetType, Fields, CurrentLocation }: AssetDoc,
  straight: number,
  onFoot: number | undefined,
): NearbyRow => ({
  AssetId,
  AssetType,
  AssetName: textOf(Fields['AssetName']),
  Location: placeText(CurrentLocation?.fullPath),
  Distance: tenths(straight),
  ...(onFoot === undefined ? {} : { WalkingDistance: tenths(onFoot) }),
})

/** Maximum length of a member of the search. */
const MAX_TEXT = 200

/** Reference asset and searched assets of a nearby search. */
type NearbyQuestion = {
  AssetType: string
  AssetId?: string
  SerialNo?: string
  /** asset type, otherwise a category of equipment */
  SurroundingAsset: string
}

/** Reads the parameters of a nearby search. @throws ApiError 400 naming the missing member */
function readNearbyQuestion(body: CriteriaBody): NearbyQuestion {
  const { value, path } = findOnlyMember(body, META_DATA, messages.nearbyOnce) ?? {
    value: undefined,
    path: META_DATA,
  }
  if (typeof value !== 'object' || value === null) throw invalidMember(path, messages.nearbyNeeded)
  const read = (name: string): string | undefined => {
    const text: unknown = Reflect.get(value, name)
    if (text === undefined || text === null || text === '') return undefined
    if (typeof text !== 'string' || text.length > MAX_TEXT)
      throw invalidMember(`${path}.${name}`, messages.nearbyNeeded)
    return text.trim() || undefined
  }
  const readRequired = (name: string): string => {
    const text = read(name)
    if (text === undefined) throw invalidMember(`${path}.${name}`, messages.nearbyNeeded)
    return text
  }
  const AssetType = readRequired('AssetType')
  const [AssetId, SerialNo] = [read('AssetId'), read('SerialNo')]
  if (AssetId === undefined && SerialNo === undefined)
    throw invalidMember(`${path}.AssetId`, messages.nearbyNeeded)
  return {
    AssetType,
    ...(AssetId === undefined ? {} : { AssetId }),
    ...(SerialNo === undefined ? {} : { SerialNo }),
    SurroundingAsset: readRequired('SurroundingAsset'),
  }
}
