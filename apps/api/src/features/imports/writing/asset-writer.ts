import type { ServiceParts } from '@wardtrack/access'
import { type AssetItem, type MetaEntry, messages, metadataName } from '@wardtrack/contracts'
import type { AssetDoc } from '@wardtrack/database'
import { type ItemRefusal, isRefusal, refuseItem } from '@wardtrack/ingestion'
import { type Viewer, visibleTypes } from '@wardtrack/patient-rule'
import { valueAt } from '../../assets/index.ts'
import {
  type AssetChange,
  type AssetIntake,
  assetChangeOf,
  assetKey,
  readAssets,
} from '../../ingestion/index.ts'
import { type MetadataStore, SERVER_MEMBERS } from '../../metadata/index.ts'
import { fieldName, isPlainNumber, type ReadRow, readAssetRow } from './asset-fields.ts'
import { ASSET_IDENTITY, isShortened, shortenedProblem } from './identifier-checks.ts'
import type { ImportWriter, NamedRow, RowProblem } from './import-writer.types.ts'
import { cellText } from './named-rows.ts'

/**
 * Restores the types of existing values, because a file holds only texts. A text that equals the written form of the
 * stored number, boolean, list or option changes nothing.
 */
function keepStoredTypes(
  item: AssetItem,
  stored: AssetDoc | undefined,
  entryOf: (name: string) => MetaEntry | undefined,
): AssetItem {
  if (!stored) return item
  const changed = Object.entries(item).map(([name, value]): [string, unknown] => {
    if (typeof value !== 'string') return [name, value]
    const entry = entryOf(name)
    const before = valueAt(stored, entry?.Model ?? `Fields.${name}`)
    if (typeof before !== 'string') return [name, typedLike(before, value)]
    return [name, hasAliasOf(entry, value, before) ? before : value]
  })
  return Object.fromEntries(changed) as AssetItem
}

/** Returns true if two options have the same alias, so that a file cannot distinguish them. */
function hasAliasOf(entry: MetaEntry | undefined, option: string, other: string): boolean {
  const alias = entry?.Options?.[option]?.alias
  return alias !== undefined && alias === entry?.Options?.[other]?.alias
}

function typedLike(before: unknown, text: string): unknown {
  if (typeof before === 'number') return isPlainNumber(text) ? Number(text) : text
  if (typeof before === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (Array.isArray(before)) return before.map(String).filter(Boolean).join('; ') === text ? before : text
  return text
}

/**
 * Rows in a batch. Small batches are freed before the garbage collector promotes them. With 500 rows the process grows
 * twice as much.
 */
const BATCH_ROWS = 200

type Types = Readonly<Record<string, Record<string, MetaEntry>>>

/** Creates a writer of asset rows that uses the same intake as pushed assets. */
export function createAssetWriter(
  { db }: Pick<ServiceParts, 'db'>,
  metadata: MetadataStore,
  intake: AssetIntake,
): ImportWriter {
  /** Returns the mapping that a viewer may see: a hidden type is treated as unknown. */
  const typesFor = async (viewer: Viewer): Promise<Types> => {
    const { types } = await metadata.read()
    return Object.fromEntries(
      visibleTypes(Object.keys(types), viewer).map((type) => [type, types[type] ?? {}]),
    )
  }
  const keepTypes = async (rows: readonly ReadRow[], types: Types): Promise<ReadRow[]> => {
    const items = rows.flatMap((row) => ('item' in row && mayHaveOtherTypes(row.item) ? [row.item] : []))
    const stored = await readAssets(db, items)
    return rows.map((row) => {
      if (!('item' in row)) return row
      const entries = types[row.item.AssetType] ?? {}
      return {
        ...row,
        item: keepStoredTypes(row.item, stored.get(assetKey(row.item)), (name) => entries[name]),
      }
    })
  }
  /** Refuses new assets with shortened ids. Rows of hidden types stay, and are refused like those of unknown types. */
  const withoutShortened = async (rows: readonly ReadRow[], types: Types): Promise<ReadRow[]> => {
    const isDoubtful = (row: ReadRow): row is Extract<ReadRow, { item: AssetItem }> =>
      'item' in row && isShortened(row.item.AssetId) && Object.hasOwn(types, row.item.AssetType)
    const stored = await readAssets(
      db,
      rows.filter(isDoubtful).map(({ item }) => item),
    )
    return rows.map((row) =>
      isDoubtful(row) && !stored.has(assetKey(row.item))
        ? { problems: [shortenedProblem(row.targets.get('AssetId') ?? 'AssetId', row.item.AssetId)] }
        : row,
    )
  }
  const fieldsOf = async (target: string, viewer: Viewer): Promise<string[]> =>
    Object.values(await typesFor(viewer)).flatMap((entries) => {
      const name = fieldName(target, entries)
      return name !== target || Object.hasOwn(entries, target) ? [name] : []
    })
  return {
    batchRows: BATCH_ROWS,
    identity: ASSET_IDENTITY,
    fieldsOf,
    mayStandFor: async (target, viewer) =>
      (metadataName.safeParse(target).success && !SERVER_MEMBERS.has(target)) ||
      (await fieldsOf(target, viewer)).length > 0,
    write: async (rows, { viewer, dryRun }) => {
      const types = await typesFor(viewer)
      const named = rows.map((row) => readAssetRow(row, entriesOf(types, row)))
      const read = await keepTypes(await withoutShortened(named, types), types)
      const changes = await intake.check(
        read.map((row) =>
          'item' in row ? assetChangeOf(row.item, types) : refuseItem('', 'validation', ''),
        ),
      )
      const accepted = changes.filter((change): change is AssetChange => !isRefusal(change))
      if (!dryRun) await intake.write(accepted)
      return {
        accepted: accepted.length,
        problems: read.map((row, index) => problemsOf(row, changes[index])),
      }
    },
  }
}

function entriesOf(types: Types, row: NamedRow): Record<string, MetaEntry> {
  const type = cellText(row.values.get('AssetType'))
  return Object.hasOwn(types, type) ? (types[type] ?? {}) : {}
}

const PLAIN_MEMBERS: ReadonlySet<string> = new Set([
  'AssetType',
  'AssetId',
  'AssetName',
  'SerialNo',
  'PrimaryCategory',
  'Status',
])

/** Returns true if an item has texts that may represent numbers, booleans, lists or options. */
const mayHaveOtherTypes = (item: AssetItem): boolean =>
  Object.entries(item).some(([name, value]) => typeof value === 'string' && !PLAIN_MEMBERS.has(name))

function problemsOf(row: ReadRow, change: AssetChange | ItemRefusal | undefined): RowProblem[] {
  if ('problems' in row) return row.problems
  if (!change || !isRefusal(change)) return []
  const { path, message } = change
  return [{ target: row.targets.get(path) ?? path, message: message || messages.fillCorrectly }]
}
