import type { MetaEntry, Notification } from '@wardtrack/contracts'
import {
  type AssetDoc,
  type Database,
  type MetadataDoc,
  type NotificationDoc,
  type NotifiedAsset,
  Types,
  trusted,
} from '@wardtrack/database'

/** Asset fields that a notification names. */
type NamedAsset = { AssetName?: string; PrimaryCategory?: string }
type Names = ReadonlyMap<string, NamedAsset>
type Mapping = Pick<MetadataDoc, 'types' | 'aliases'>

/** Maximum number of assets whose categories are read to describe them together. */
const MAX_NAMED = 50
const PLACE_SEPARATOR = '>'
const NOT_FOUND = 'not found'
/** Labels of values that the mapping does not have, by the start of their paths. */
const PATH_LABELS: readonly (readonly [string, string])[] = [
  ['CurrentLocation.', 'Location'],
  ['HomeLocation.', 'Home location'],
  ['CustomTags', 'Custom tags'],
  ['LocationTags.', 'Location tag'],
  ['AssetStatus', 'Status'],
]

/** Converts stored notifications for calls and the live stream, with the current names and aliases. */
export async function notificationAnswers(
  db: Database,
  mapping: Mapping,
  docs: readonly NotificationDoc[],
  isRead: (doc: NotificationDoc) => boolean,
): Promise<Notification[]> {
  const names = await readNames(db, docs)
  return docs.map((doc) => {
    const first = doc.entries[0]
    const AssetName = first && names.get(first.asset.toHexString())?.AssetName
    return {
      id: doc._id,
      kind: doc.kind,
      Name: doc.Name,
      Priority: doc.Priority,
      asset: {
        AssetType: doc.AssetType,
        AssetId: first?.AssetId ?? '',
        Fields: AssetName === undefined ? {} : { AssetName },
      },
      field: doc.field,
      value: doc.value ?? '',
      message: messageOf(doc, mapping, names),
      createdAt: doc.eventTime.toISOString(),
      read: isRead(doc),
      count: doc.entries.length,
      assets: firstPerAsset(doc.entries).length,
      place: commonPlace(doc.entries),
    }
  })
}

/**
 * Returns notification texts for recipients who are not signed in. Only options of the mapping are shown as values,
 * because any other value may be a text about a person. Encrypted names and categories are left out.
 */
export async function plainMessages(
  db: Database,
  mapping: Mapping,
  docs: readonly NotificationDoc[],
): Promise<string[]> {
  const rules = await db.sealing.rules()
  const mayName = ({ AssetType }: NotificationDoc): boolean =>
    ['Fields.AssetName', 'Fields.PrimaryCategory'].every((path) => !rules.isEncrypted(AssetType, path))
  const names = await readNames(db, docs.filter(mayName))
  return docs.map((doc) => {
    const { value, ...members } = doc
    const options = entryOf(doc, mapping)?.Options ?? {}
    const isOption = value !== undefined && Object.hasOwn(options, value)
    return messageOf(isOption ? doc : members, mapping, names)
  })
}

async function readNames(db: Database, docs: readonly NotificationDoc[]): Promise<Names> {
  const ids = docs.flatMap(({ entries }) =>
    firstPerAsset(entries)
      .slice(0, MAX_NAMED)
      .map(({ asset }) => asset),
  )
  if (ids.length === 0) return new Map()
  const distinct = [...new Set(ids.map((id) => id.toHexString()))].map((id) => new Types.ObjectId(id))
  const assets = await db.models.assets
    .find({ _id: trusted({ $in: distinct }) })
    .select({ AssetType: 1, 'Fields.AssetName': 1, 'Fields.PrimaryCategory': 1 })
  return new Map(assets.map((asset) => [asset._id.toHexString(), namesOf(asset)]))
}

function namesOf({ Fields }: Pick<AssetDoc, 'Fields'>): NamedAsset {
  const { AssetName, PrimaryCategory } = Fields as Record<string, unknown>
  return {
    ...(typeof AssetName === 'string' && AssetName !== '' ? { AssetName } : {}),
    ...(typeof PrimaryCategory === 'string' && PrimaryCategory !== '' ? { PrimaryCategory } : {}),
  }
}

/**
 * Returns the message of a notification: `Pump 7: Connection Offline`. A grouped one counts assets and firings: `12
 * assets, 14 times: Infusion Pump, Connection Offline in Ward 4`. A missing report is `Pump 7: not found in Bay 2,
 * reported by Nora`.
 */
function messageOf(doc: NotificationDoc, mapping: Mapping, names: Names): string {
  const { entries, AssetType } = doc
  const first = entries[0]
  const what = happening(doc, mapping)
  if (entries.length <= 1) {
    const name = first ? (names.get(first.asset.toHexString())?.AssetName ?? first.AssetId) : ''
    return doc.kind === 'missing-report' ? `${name}: ${missingText(doc)}` : `${name}: ${what}`
  }
  const assets = firstPerAsset(entries)
  const categories = new Set(
    assets.slice(0, MAX_NAMED).map(({ asset }) => names.get(asset.toHexString())?.PrimaryCategory),
  )
  const [category] = categories
  const noun = (categories.size === 1 && category) || (mapping.aliases[AssetType] ?? AssetType)
  const place = commonPlace(entries).at(-1)
  const counts = `${counted(assets.length, 'asset')}, ${counted(entries.length, 'time')}`
  return `${counts}: ${noun}, ${what}${place === undefined ? '' : ` in ${place}`}`
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Returns the first entry of each asset. */
export const firstPerAsset = (entries: readonly NotifiedAsset[]): NotifiedAsset[] =>
  [...new Map(entries.toReversed().map((entry) => [entry.asset.toHexString(), entry])).values()].reverse()

function missingText({ entries, value }: NotificationDoc): string {
  const place = commonPlace(entries).at(-1)
  const found = place === undefined ? NOT_FOUND : `${NOT_FOUND} in ${place}`
  return value === undefined ? found : `${found}, reported by ${value}`
}

function entryOf(
  { AssetType, field }: NotificationDoc,
  { types }: Pick<Mapping, 'types'>,
): MetaEntry | undefined {
  const entries = Object.hasOwn(types, AssetType) ? types[AssetType] : undefined
  return entries && Object.hasOwn(entries, field) ? entries[field] : undefined
}

function happening(doc: NotificationDoc, mapping: Mapping): string {
  if (doc.kind === 'missing-report') return NOT_FOUND
  const { field, value } = doc
  const entry = entryOf(doc, mapping)
  const label = entry?.Alias ?? PATH_LABELS.find(([beginning]) => field.startsWith(beginning))?.[1] ?? field
  const options = entry?.Options
  const shown =
    value !== undefined && options && Object.hasOwn(options, value) ? options[value]?.alias : value
  return shown === undefined || shown === '' ? label : `${label} ${shown}`
}

/** Returns the levels of the deepest place that contained all assets, outermost first. */
function commonPlace(entries: NotificationDoc['entries']): string[] {
  const paths = entries.map(({ place }) => place.split(PLACE_SEPARATOR))
  const [first = [], ...others] = paths
  const depth = first.findIndex((name, level) => others.some((path) => path[level] !== name))
  return (depth === -1 ? first : first.slice(0, depth)).filter((name) => name !== '')
}
