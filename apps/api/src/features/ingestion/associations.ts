import type { ServiceParts } from '@wardtrack/access'
import type { AssociationItem } from '@wardtrack/contracts'
import type { AssetDoc, Database } from '@wardtrack/database'
import { type Outcome, refuseItem } from '@wardtrack/ingestion'
import { toBatchesWithoutRepeats } from './batches-without-repeats.ts'
import { type AssetName, assetKey, readAssets } from './read-assets.ts'
import { refOf } from './refresh-names.ts'

/**
 * Links assets with each other, or ends links. Both keep the link, so that either can be read alone; a link that is
 * there, or gone, already is no error. Safe to repeat.
 * @returns an outcome for each item; an asset that does not exist refuses its item
 */
export async function writeAssociations(
  parts: ServiceParts,
  items: readonly AssociationItem[],
): Promise<Outcome[]> {
  const outcomes = new Map<AssociationItem, Outcome>()
  const pairOf = ({ from, to }: AssociationItem): string => [assetKey(from), assetKey(to)].sort().join(' ')
  for (const wave of toBatchesWithoutRepeats(items, (item) => [pairOf(item)]))
    await writeWave(parts, wave, outcomes)
  return items.map((item) => outcomes.get(item) ?? 'accepted')
}

async function writeWave(
  { db, bus }: ServiceParts,
  wave: readonly AssociationItem[],
  outcomes: Map<AssociationItem, Outcome>,
): Promise<void> {
  const stored = await readAssets(db, distinctNames(wave))
  const changed = new Map<string, AssetName>()
  const writes = wave.flatMap((item) => {
    const from = stored.get(assetKey(item.from))
    const to = stored.get(assetKey(item.to))
    if (!from || !to) {
      const message = 'There is no such asset.'
      outcomes.set(item, refuseItem(from ? 'to.AssetId' : 'from.AssetId', 'validation', message))
      return []
    }
    const steps = [...sideWrites(item.action, from, to), ...sideWrites(item.action, to, from)]
    if (steps.length > 0) for (const one of [item.from, item.to]) changed.set(assetKey(one), one)
    return steps
  })
  if (writes.length === 0) return
  await db.assets.bulkWrite(writes, { ordered: true })
  const changes = [...changed.values()].map((one) => ({ ...one, change: 'mapping' as const }))
  bus.publish('asset.changed', { changes, tagKeys: [] })
}

function distinctNames(wave: readonly AssociationItem[]): AssetName[] {
  const names = wave.flatMap(({ from, to }) => [from, to])
  return [...new Map(names.map((name) => [assetKey(name), name])).values()]
}

type Write = Parameters<Database['assets']['bulkWrite']>[0][number]

/** What must change on one side; nothing when it says so already. */
function sideWrites(action: AssociationItem['action'], holder: AssetDoc, other: AssetDoc): Write[] {
  const list = `Fields.Mappings.${other.AssetType}`
  const ref = refOf(other)
  const isOther = { AssetId: other.AssetId }
  const present = holder.Fields.Mappings?.[other.AssetType]?.find((one) => one.AssetId === other.AssetId)
  const $set: Record<string, unknown> = { updatedAt: new Date() }
  const write = (filter: object, update: object): Write[] => [
    { updateOne: { filter: { _id: holder._id, ...filter }, update } },
  ]
  if (action === 'unlink') return present ? write({}, { $pull: { [list]: isOther }, $set }) : []
  if (!present) return write({ [list]: { $not: { $elemMatch: isOther } } }, { $push: { [list]: ref }, $set })
  if (present.Fields?.AssetName === ref.Fields?.AssetName) return []
  return write(
    { [list]: { $elemMatch: isOther } },
    { $set: { ...$set, [`${list}.$.Fields`]: ref.Fields ?? {} } },
  )
}
