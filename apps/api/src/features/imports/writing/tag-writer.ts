import type { ServiceParts } from '@wardtrack/access'
import { assetItem, messages, tagIdKey } from '@wardtrack/contracts'
import { type AssetDoc, type Database, tagKey } from '@wardtrack/database'
import { mayKnowType, type Viewer } from '@wardtrack/patient-rule'
import { type AssetChange, type AssetIntake, assetKey, readAssets } from '../../ingestion/index.ts'
import { type Reservation, reservedKeysOf, reserveTags, seenTags } from '../../location-tags/index.ts'
import { isShortened, shortenedProblem } from './identifier-checks.ts'
import type { ImportWriter, NamedRow, RowProblem } from './import-writer.types.ts'
import { cellText } from './named-rows.ts'

const BATCH_ROWS = 500
const MAX_TAGS = 50
const DEFAULT_TYPE = 'Equipment'
const TARGETS: readonly string[] = ['AssetId', 'Provider', 'TagId', 'AssetType', 'IsPrimary']
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
])

type Tag = { Provider: string; TagId: string; IsPrimary: boolean }
type TagRow = { AssetType: string; AssetId: string; tag: Tag }

/** Creates a writer of location tag rows that uses the same intake as pushed assets. */
export function createTagWriter({ db }: Pick<ServiceParts, 'db'>, intake: AssetIntake): ImportWriter {
  return {
    batchRows: BATCH_ROWS,
    identity: { target: 'TagId', within: 'Provider', keyOf: tagIdKey },
    mayStandFor: async (target) => TARGETS.includes(target),
    write: async (rows, { viewer, dryRun }) => {
      const read = rows.map(readTagRow)
      const named = read.filter((row): row is TagRow => 'tag' in row)
      const visible = named.filter(({ AssetType }) => mayKnowType(viewer, AssetType))
      const stored = await readAssets(db, visible)
      const unseen = await unseenTags(db, named, viewer)
      const reservedKeys = unseen.size > 0 ? await reservedKeysOf(db, [...stored.values()]) : new Map()
      const lists = new TagLists(stored, unseen, reservedKeys)
      const changes: AssetChange[] = []
      const reserved: Reservation[] = []
      const problems = read.map((row) => {
        if (!('tag' in row)) return row.problems
        const outcome = lists.assign(row)
        if ('message' in outcome) return [outcome]
        if ('asset' in outcome) reserved.push(outcome)
        else changes.push(outcome)
        return []
      })
      if (!dryRun) {
        await intake.write(changes)
        await reserveTags(db, reserved)
      }
      return { accepted: changes.length + reserved.length, problems }
    },
  }
}

/** Tags of the current assets, updated after each row. */
class TagLists {
  private readonly stored: ReadonlyMap<string, AssetDoc>
  private readonly unseen: ReadonlySet<string>
  /** keys of reserved tags, by the hexadecimal `_id` of their asset */
  private readonly reserved: ReadonlyMap<string, Set<string>>
  private readonly tags = new Map<string, Tag[]>()

  constructor(
    stored: ReadonlyMap<string, AssetDoc>,
    unseen: ReadonlySet<string>,
    reserved: ReadonlyMap<string, Set<string>>,
  ) {
    this.stored = stored
    this.unseen = unseen
    this.reserved = reserved
    for (const [key, { LocationTags }] of stored) this.tags.set(key, [...LocationTags])
  }

  /** Assigns a tag to an asset, removing the tag from its previous asset. An unseen tag is reserved. */
  assign({ AssetType, AssetId, tag }: TagRow): AssetChange | Reservation | RowProblem {
    const key = assetKey({ AssetType, AssetId })
    const asset = this.stored.get(key)
    if (!asset) return { target: 'AssetId', message: messages.assetUnknown }
    if (this.unseen.has(keyOf(tag))) return this.reserve(asset, tag)
    const heldTags = (this.tags.get(key) ?? []).filter((held) => keyOf(held) !== keyOf(tag))
    if (heldTags.length >= MAX_TAGS) return { target: 'TagId', message: messages.importTags }
    for (const [holder, held] of this.tags)
      if (holder !== key)
        this.tags.set(
          holder,
          held.filter((entry) => keyOf(entry) !== keyOf(tag)),
        )
    const secondaryTags = tag.IsPrimary ? heldTags.map((held) => ({ ...held, IsPrimary: false })) : heldTags
    const LocationTags = [...secondaryTags, tag]
    this.tags.set(key, LocationTags)
    return { AssetType, AssetId, values: new Map(), LocationTags }
  }

  /** Reserves a tag for an asset, which has at most as many assigned and reserved tags as it may have. */
  private reserve(asset: AssetDoc, tag: Tag): Reservation | RowProblem {
    const key = keyOf(tag)
    const heldTags = this.tags.get(assetKey(asset)) ?? []
    const ownKeys = this.reserved.get(asset._id.toHexString())
    if (!ownKeys?.has(key) && heldTags.length + (ownKeys?.size ?? 0) >= MAX_TAGS)
      return { target: 'TagId', message: messages.importTags }
    for (const keys of this.reserved.values()) keys.delete(key)
    ownKeys?.add(key)
    return { asset, tag }
  }
}

const keyOf = ({ Provider, TagId }: Tag): string => tagKey(Provider, TagId)

/**
 * Returns the tags that a viewer may only reserve. Without the flag, these are tags that no visible asset has and that
 * were never seen unassigned. They belong to a patient or are new, and both are reserved alike.
 */
async function unseenTags(db: Database, rows: readonly TagRow[], viewer: Viewer): Promise<Set<string>> {
  if (viewer.patientDataAccess || rows.length === 0) return new Set()
  const keys = [...new Set(rows.map(({ tag }) => keyOf(tag)))]
  // driver: an import queries hundreds of tags together, a hot path
  const holders = await db.driver.assets
    .find({ TagKeys: { $in: keys } }, { projection: { AssetType: 1, TagKeys: 1 } })
    .toArray()
  const carried = new Map(
    holders.flatMap(({ AssetType, TagKeys = [] }) => TagKeys.map((key) => [key, AssetType] as const)),
  )
  const seen = await seenTags(db, keys)
  return new Set(
    keys.filter((key) => {
      const assetType = carried.get(key)
      return assetType === undefined ? !seen.has(key) : !mayKnowType(viewer, assetType)
    }),
  )
}

function readTagRow({ values, message }: NamedRow): TagRow | { problems: RowProblem[] } {
  if (message !== undefined) return { problems: [{ target: '', message }] }
  const textOf = (target: string): string | undefined => {
    const value = values.get(target)
    return value === undefined ? undefined : cellText(value)
  }
  const flag = FLAGS.get(textOf('IsPrimary')?.toLowerCase() ?? 'false')
  const read = assetItem.safeParse({
    AssetType: textOf('AssetType') ?? DEFAULT_TYPE,
    AssetId: textOf('AssetId'),
    LocationTags: [{ Provider: textOf('Provider'), TagId: textOf('TagId'), IsPrimary: flag ?? false }],
  })
  const problems: RowProblem[] = (read.error?.issues ?? []).map((issue) => {
    const target = String(issue.path.at(-1) ?? '')
    return { target, message: values.has(target) ? issue.message : messages.fieldRequired }
  })
  const tagId = values.get('TagId')
  if (isShortened(tagId)) problems.push(shortenedProblem('TagId', tagId))
  if (flag === undefined) problems.push({ target: 'IsPrimary', message: messages.importYesNo })
  const [tag] = read.data?.LocationTags ?? []
  if (problems.length > 0 || !read.data || !tag) return { problems }
  return { AssetType: read.data.AssetType, AssetId: read.data.AssetId, tag }
}
