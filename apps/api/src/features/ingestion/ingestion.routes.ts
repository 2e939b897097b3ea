import type { Actor, ServiceParts } from '@wardtrack/access'
import {
  type AssociationItem,
  assetItem,
  associationItem,
  calls,
  mayLink,
  messages,
} from '@wardtrack/contracts'
import type { AssetDoc, Database, StorageLimits } from '@wardtrack/database'
import {
  type Ingestion,
  type ItemRefusal,
  isRefusal,
  type Outcome,
  refuseItem,
  type ValidItem,
} from '@wardtrack/ingestion'
import type { RuleEvaluation } from '@wardtrack/rules'
import type { ServedCall } from '@wardtrack/service-kit'
import type { MetadataStore } from '../metadata/index.ts'
import type { AssetDeliveries } from '../mirth/index.ts'
import type { UnmappedFields } from '../unmapped-fields/index.ts'
import { type AssetChange, assetChangeOf } from './asset-change.ts'
import { writeAssociations } from './associations.ts'
import { assetKey, readAssets } from './read-assets.ts'
import { upsertAssets } from './upsert-assets.ts'

/** Size in bytes above which an item is checked even if the mapping names all its values. */
const LARGE_ITEM_BYTES = 8 * 1024

/** Sizes of an asset's fields in bytes, by name. */
type FieldSizes = Map<string, number>

/**
 * Refuses items that would exceed the maximum number of fields, or of their bytes, of an asset. A document too large
 * for the store would otherwise fail the whole write, with all other items. Items that only set short values of
 * mapped fields cannot exceed the limits and are not checked.
 * @param isMapped returns true if the mapping names a field of an asset type
 * @returns the given changes, with refusals in place of the refused items
 */
async function checkAssetRoom(
  db: Database,
  changes: readonly (AssetChange | ItemRefusal)[],
  limits: Pick<StorageLimits, 'assetFields' | 'assetKb'>,
  isMapped: (assetType: string, name: string) => boolean,
): Promise<(AssetChange | ItemRefusal)[]> {
  const largeChanges = new Set<unknown>(
    changes.filter((change) => !isRefusal(change) && mayOutgrow(change, isMapped)),
  )
  if (largeChanges.size === 0) return [...changes]
  const stored = await readAssets(db, [...largeChanges] as AssetChange[])
  const sizes = new Map<string, FieldSizes>()
  return changes.map((change) => {
    if (isRefusal(change) || !largeChanges.has(change)) return change
    const key = assetKey(change)
    const before = sizes.get(key) ?? sizesOf(stored.get(key))
    const after = new Map(before)
    for (const [path, { value }] of change.values) {
      const name = path.split('.')[1] ?? ''
      if (value === null) after.delete(name)
      else after.set(name, JSON.stringify(value).length)
    }
    const refusal = refusalOf(before, after, limits)
    if (!refusal) sizes.set(key, after)
    return refusal ?? change
  })
}

function mayOutgrow(
  { AssetType, values }: AssetChange,
  isMapped: (type: string, name: string) => boolean,
): boolean {
  let bytes = 0
  for (const { name, value } of values.values()) {
    if (!isMapped(AssetType, name)) return true
    bytes += typeof value === 'object' ? JSON.stringify(value).length : String(value).length
  }
  return bytes > LARGE_ITEM_BYTES
}

function sizesOf(doc: AssetDoc | undefined): FieldSizes {
  const { Mappings: _links, ...fields } = doc?.Fields ?? {}
  return new Map(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)?.length ?? 0]))
}

function refusalOf(
  before: FieldSizes,
  after: FieldSizes,
  { assetFields, assetKb }: Pick<StorageLimits, 'assetFields' | 'assetKb'>,
): ItemRefusal | undefined {
  const added = [...after.keys()].filter((name) => !before.has(name))
  if (after.size > assetFields && after.size > before.size)
    return refuseItem(added.at(-1) ?? '', 'validation', `An asset has at most ${assetFields} fields.`)
  const bytes = sumOf(after)
  if (bytes <= assetKb * 1024 || bytes <= sumOf(before)) return undefined
  const grown = [...after].find(([name, size]) => size > (before.get(name) ?? 0))?.[0] ?? ''
  return refuseItem(grown, 'validation', `The fields of an asset have at most ${assetKb} kB.`)
}

const sumOf = (sizes: FieldSizes): number => [...sizes.values()].reduce((sum, size) => sum + size, 0)

/** Intake of all assets that are not entered in the console: pushed or imported ones. */
export type AssetIntake = {
  /** refuses changes that exceed the limits of their asset; existing refusals keep their positions */
  check(changes: readonly (AssetChange | ItemRefusal)[]): Promise<(AssetChange | ItemRefusal)[]>
  /** writes changes durably and publishes them before it resolves; safe to repeat */
  write(changes: readonly AssetChange[]): Promise<void>
}

/** Creates the intake of a process. */
export function createAssetIntake(
  parts: ServiceParts,
  metadata: MetadataStore,
  {
    unmapped,
    deliveries,
    rules,
  }: { unmapped: UnmappedFields; deliveries: AssetDeliveries; rules: RuleEvaluation },
): AssetIntake {
  return {
    check: async (changes) => {
      const { types } = await metadata.read()
      return checkAssetRoom(
        parts.db,
        changes,
        parts.limits,
        (type, name) => Object.hasOwn(types, type) && Object.hasOwn(types[type] ?? {}, name),
      )
    },
    write: async (changes) => {
      const { types } = await metadata.read()
      await upsertAssets({ ...parts, rules }, deliveries, changes)
      unmapped.note(changes, types)
    },
  }
}

/** Checks an association against the rules, without reading the store. */
export function linkRefusal(item: AssociationItem, types: readonly string[]): ItemRefusal | undefined {
  for (const side of ['from', 'to'] as const)
    if (!types.includes(item[side].AssetType))
      return refuseItem(`${side}.AssetType`, 'validation', 'This asset type is not in the metadata mapping.')
  if (mayLink(item.from.AssetType, item.to.AssetType)) return undefined
  return refuseItem('to.AssetType', 'validation', messages.linkNotAllowed)
}

/** Creates the calls for assets and associations pushed by key, and for their dead letters. */
export function ingestionRoutes(
  parts: ServiceParts,
  metadata: MetadataStore,
  ingestion: Ingestion,
  { intake, deliveries }: { intake: AssetIntake; deliveries: AssetDeliveries },
): ServedCall<Actor>[] {
  const assets = ingestion.endpoint({
    call: calls.ingestAssets,
    name: 'assets',
    schema: assetItem,
    write: async (items) => {
      const { types } = await metadata.read()
      const changes = await intake.check(items.map(({ item }) => assetChangeOf(item, types)))
      await intake.write(changes.filter((change): change is AssetChange => !isRefusal(change)))
      return changes.map((change): Outcome => (isRefusal(change) ? change : 'accepted'))
    },
  })
  const associations = ingestion.endpoint({
    call: calls.ingestAssociations,
    name: 'associations',
    schema: associationItem,
    write: async (items) => acceptAssociations(parts, deliveries, await metadata.types(), items),
  })
  return [
    assets.served,
    associations.served,
    ...ingestion.deadLetterRoutes({
      list: calls.apiDeadLetters,
      read: calls.apiDeadLetter,
      mend: calls.apiMendDeadLetter,
      replay: calls.apiReplay,
      replayAll: calls.apiReplayAll,
      endpoints: [assets, associations],
    }),
  ]
}

type ValidAssociation = ValidItem<Parameters<typeof linkRefusal>[0]>

async function acceptAssociations(
  parts: ServiceParts,
  deliveries: AssetDeliveries,
  types: readonly string[],
  items: readonly ValidAssociation[],
): Promise<Outcome[]> {
  const refusals = items.map(({ item }) => linkRefusal(item, types))
  const allowed = items.filter((_, index) => refusals[index] === undefined).map(({ item }) => item)
  const outcomes = (await writeAssociations(parts, deliveries, allowed)).values()
  return refusals.map((refusal) => refusal ?? outcomes.next().value ?? 'accepted')
}
