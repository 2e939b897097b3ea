import type { ServiceParts } from '@wardtrack/access'
import type { AssociationItem } from '@wardtrack/contracts'
import type { AssetDoc, Database, OfPatients } from '@wardtrack/database'
import { isRefusal, type Outcome, refuseItem } from '@wardtrack/ingestion'
import { PATIENT } from '@wardtrack/patient-rule'
import { unavailable } from '@wardtrack/service-kit'
import { toAssetRef } from '../assets/index.ts'
import { type AssetDeliveries, mayBeUndelivered } from '../mirth/index.ts'
import { type AssetName, assetKey, readAssets } from './read-assets.ts'

/** Maximum number of comparisons of two sides of a link while others change them. */
const MAX_ROUNDS = 100

/** Store write of one asset. */
type AssetWrite = Parameters<Database['driver']['assets']['bulkWrite']>[0][number]

/** Returns true if links with this asset are hidden from users without the patient-data flag. */
const isHidden = ({ AssetType }: Pick<AssetName, 'AssetType'>): boolean => AssetType === PATIENT

/**
 * Returns two assets in the write order of their link. The first side decides whether they are linked, whoever
 * writes: afterwards, `alignSides` makes the second side match it.
 */
const inWriteOrder = <A extends AssetName>(asset: A, otherAsset: A): [A, A] =>
  assetKey(asset) < assetKey(otherAsset) ? [asset, otherAsset] : [otherAsset, asset]

/** Creates the writes that link two assets or end their link, without writes that change nothing. */
function linkWrites(action: AssociationItem['action'], from: AssetDoc, to: AssetDoc): AssetWrite[] {
  const [deciding, following] = inWriteOrder(from, to)
  return [...sideWrites(action, deciding, following), ...sideWrites(action, following, deciding)]
}

/**
 * Aligns both sides of links after writing, because concurrent requests may have written the sides of a pair in
 * different orders. Each writer compares after its last write, so the last writer sees the final state of both sides.
 * @throws ApiError 503 when others keep changing the same links
 */
async function alignSides(db: Database, pairs: readonly (readonly [AssetName, AssetName])[]): Promise<void> {
  let unequal = pairs
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (unequal.length === 0) return
    const stored = await readAssets(db, distinctAssets(unequal))
    const writes: AssetWrite[] = []
    unequal = unequal.filter(([name, otherName]) => {
      const repairs = repairWrites(stored.get(assetKey(name)), stored.get(assetKey(otherName)))
      writes.push(...repairs)
      return repairs.length > 0
    })
    // driver: like the writes of the links
    if (writes.length > 0) await db.driver.assets.bulkWrite(writes, { ordered: true })
  }
  throw unavailable()
}

function repairWrites(asset: AssetDoc | undefined, otherAsset: AssetDoc | undefined): AssetWrite[] {
  if (!asset || !otherAsset) return []
  const [deciding, following] = inWriteOrder(asset, otherAsset)
  return findLink(deciding, following)
    ? sideWrites('link', following, deciding)
    : sideWrites('unlink', following, deciding)
}

/** Returns the distinct assets of pairs. */
function distinctAssets(pairs: readonly (readonly [AssetName, AssetName])[]): AssetName[] {
  return [...new Map(pairs.flat().map((name) => [assetKey(name), name])).values()]
}

const findLink = (holder: AssetDoc, partner: AssetName) =>
  holder.Fields.Mappings?.[partner.AssetType]?.find(({ AssetId }) => AssetId === partner.AssetId)

/**
 * Creates the write of one side; empty when it is already correct. A hidden link does not change the holder's
 * `updatedAt`, which would reveal it.
 */
function sideWrites(action: AssociationItem['action'], holder: AssetDoc, partner: AssetDoc): AssetWrite[] {
  const list = `Fields.Mappings.${partner.AssetType}`
  const ref = toAssetRef(partner)
  const isPartner = { AssetId: partner.AssetId }
  const present = findLink(holder, partner)
  const touch = isHidden(partner) ? {} : { $set: { updatedAt: new Date() } }
  const write = (filter: object, update: object): AssetWrite[] => [
    { updateOne: { filter: { _id: holder._id, ...filter }, update } },
  ]
  if (action === 'unlink') return present ? write({}, { $pull: { [list]: isPartner }, ...touch }) : []
  if (!present)
    return write({ [list]: { $not: { $elemMatch: isPartner } } }, { $push: { [list]: ref }, ...touch })
  if (present.Fields?.AssetName === ref.Fields?.AssetName) return []
  return write(
    { [list]: { $elemMatch: isPartner } },
    { $set: { ...touch.$set, [`${list}.$.Fields`]: ref.Fields ?? {} } },
  )
}

/**
 * Creates or ends links between assets. Both sides store the link, so that each can be read alone. Creating an
 * existing link or ending a missing one is no error. The last of several items of one pair counts. Safe to repeat.
 * @param options `allOrNothing`: a refused item prevents all writes
 * @returns a result for each item; an unknown asset refuses its item
 */
export async function writeAssociations(
  { db, bus, limits }: ServiceParts,
  deliveries: AssetDeliveries,
  items: readonly AssociationItem[],
  { allOrNothing = false }: { allOrNothing?: boolean } = {},
): Promise<Outcome[]> {
  const stored = await readAssets(db, distinctAssets(items.map(pairOf)))
  const linked = linkedAssets(stored)
  const outcomes = items.map((item): Outcome => {
    const missing = SIDES.find((side) => !stored.has(assetKey(item[side])))
    if (missing) return refuseItem(`${missing}.AssetId`, 'validation', 'This asset does not exist.')
    const full = countLink(item, linked, limits.assetLinks)
    if (!full) return 'accepted'
    return refuseItem(`${full}.AssetId`, 'validation', `An asset has at most ${limits.assetLinks} links.`)
  })
  if (allOrNothing && outcomes.some(isRefusal)) return outcomes
  const lastByPair = new Map(
    items.filter((_, index) => !isRefusal(outcomes[index])).map((item) => [pairKey(item), item]),
  )
  const changed = new Map<string, AssetName & OfPatients>()
  const noteChange = ({ AssetType, AssetId }: AssetName, partner: AssetName): void => {
    const key = assetKey({ AssetType, AssetId })
    const wasTold = changed.has(key) && !changed.get(key)?.ofPatients
    changed.set(key, { AssetType, AssetId, ...(isHidden(partner) && !wasTold ? { ofPatients: true } : {}) })
  }
  const undelivered: AssociationItem[] = []
  const writtenPairs: [AssetName, AssetName][] = []
  const writes = [...lastByPair.values()].flatMap((item) => {
    const { action, from, to } = item
    const [fromDoc, toDoc] = [stored.get(assetKey(from)), stored.get(assetKey(to))]
    if (!fromDoc || !toDoc) return []
    const steps = linkWrites(action, fromDoc, toDoc)
    // A link with a patient does not change the asset's modification time.
    const isSilent = [from, to].some(isHidden)
    if (steps.length > 0 || isSilent || [fromDoc, toDoc].some(mayBeUndelivered)) undelivered.push(item)
    if (steps.length > 0) {
      writtenPairs.push(pairOf(item))
      noteChange(from, to)
      noteChange(to, from)
    }
    return steps
  })
  // driver: ingestion writes thousands of links together, and a model would cast them one by one
  if (writes.length > 0) await db.driver.assets.bulkWrite(writes, { ordered: true })
  await alignSides(db, writtenPairs)
  await deliveries.addAssociations(undelivered)
  if (writes.length === 0) return outcomes
  const changes = [...changed.values()].map((name) => ({ ...name, change: 'mapping' as const }))
  bus.publish('asset.changed', { changes, tagKeys: [] })
  return outcomes
}

const SIDES = ['from', 'to'] as const

const pairOf = ({ from, to }: AssociationItem): [AssetName, AssetName] => [from, to]

/** Returns the linked assets of each asset, by key. */
const linkedAssets = (stored: ReadonlyMap<string, AssetDoc>): Map<string, Set<string>> =>
  new Map(
    [...stored].map(([key, { Fields }]) => {
      const links = Object.entries(Fields.Mappings ?? {}).flatMap(([AssetType, refs]) =>
        refs.map(({ AssetId }) => assetKey({ AssetType, AssetId })),
      )
      return [key, new Set(links)]
    }),
  )

/** Applies an item to the link counts of both sides. @returns the side that has reached its limit */
function countLink(
  { action, from, to }: AssociationItem,
  linked: ReadonlyMap<string, Set<string>>,
  maxLinks: number,
): (typeof SIDES)[number] | undefined {
  const [fromKey, toKey] = [assetKey(from), assetKey(to)]
  const sides = [
    { side: 'from', links: linked.get(fromKey), partner: toKey },
    { side: 'to', links: linked.get(toKey), partner: fromKey },
  ] as const
  const full = sides.find(
    ({ links, partner }) => links && !links.has(partner) && isFull(links, partner, maxLinks),
  )
  if (action === 'link' && full) return full.side
  for (const { links, partner } of sides) {
    if (action === 'link') links?.add(partner)
    else links?.delete(partner)
  }
  return undefined
}

/** Links with patients are counted separately: otherwise the limit would reveal hidden links. */
const isFull = (links: ReadonlySet<string>, partner: string, maxLinks: number): boolean =>
  links.size >= maxLinks &&
  [...links].filter((link) => isHiddenKey(link) === isHiddenKey(partner)).length >= maxLinks

const isHiddenKey = (key: string): boolean => isHidden({ AssetType: key.split(':', 1)[0] ?? '' })

const pairKey = ({ from, to }: AssociationItem): string => [assetKey(from), assetKey(to)].sort().join(' ')
