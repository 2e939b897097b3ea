import { alertGrams, alertSearchText } from '../alert-search.ts'
import { searchGrams } from '../search-grams.ts'
import { searchWords } from '../search-words.ts'
import {
  type AssetIdentity,
  type Binding,
  identityText,
  isObject,
  type SealingState,
  sealValue,
  sealWhole,
} from './seal-values.ts'
import {
  ALERT_PATHS,
  BATTERY_PATH,
  type SealedCollection,
  STATE_PATHS,
  sealedMembers,
} from './sealed-members.ts'

type Doc = Record<string, unknown>

/**
 * Seals the encrypted values of a whole document, or of everything that an upsert sets. The passed document is not
 * changed.
 * @param assetType type of the asset that a history document belongs to; for an unknown type, a value is sealed when
 * any type encrypts it
 */
export function sealDocument(
  state: SealingState,
  collection: SealedCollection,
  doc: Doc,
  assetType: string | undefined,
): Doc {
  const members = sealedMembers(collection).filter((member) => doc[member] !== undefined)
  if (!state.rules.active || members.length === 0) return doc
  if (collection === 'assets') return sealAsset(state, doc as Doc & AssetIdentity)
  if (doc['_id'] === undefined)
    throw new Error(`a document of ${collection} has to have its _id before it is sealed`)
  const binding = { collection, id: (doc['_id'] as { toString(): string }).toString() }
  if (collection === 'geofenceAlerts') return sealAlert(state, doc as Doc & AssetIdentity, binding)
  const seal = memberSealing(state, collection, assetType ?? typeIn(doc), binding)
  return { ...doc, ...Object.fromEntries(members.map((member) => [member, seal(member, doc[member])])) }
}

const typeIn = ({ AssetType }: Doc): string | undefined =>
  typeof AssetType === 'string' ? AssetType : undefined

/** Returns the sealing of the members of a document that is neither an asset nor an alert. */
function memberSealing(
  state: SealingState,
  collection: Exclude<SealedCollection, 'assets' | 'geofenceAlerts'>,
  assetType: string | undefined,
  binding: Binding,
): (member: string, value: unknown) => unknown {
  const sealBattery = (value: unknown, path: string): unknown =>
    state.rules.isEncrypted(assetType, BATTERY_PATH) ? sealWhole(state.ring, value, binding, path) : value
  return (member, value) => {
    if (member === 'state' || member === 'Fields')
      return sealState(state, assetType, value, collection === 'statusHistory', binding)
    if (member === 'Battery') return sealBattery(value, member)
    if (member === 'circumstances' || member === 'condition')
      return isObject(value)
        ? { ...value, Battery: sealBattery(value['Battery'], `${member}.Battery`) }
        : value
    return state.rules.encrypts ? sealWhole(state.ring, value, binding, member) : value
  }
}

/** Returns an asset without its encrypted values, for the search index. */
export function searchableAsset<A extends AssetIdentity & { Fields: Doc }>(
  { rules }: Pick<SealingState, 'rules'>,
  asset: A,
): A {
  if (!rules.active) return asset
  const fields = Object.entries(asset.Fields).filter(
    ([name]) => !rules.isEncrypted(asset.AssetType, `Fields.${name}`),
  )
  return { ...asset, Fields: Object.fromEntries(fields) }
}

function sealAsset(state: SealingState, doc: Doc & AssetIdentity): Doc {
  const { Fields, Blind: _before, ...unsealed } = doc
  const binding = { collection: 'assets', id: identityText(doc) }
  const sealed: Doc = {}
  const Blind: Doc = {}
  for (const [name, value] of Object.entries(Fields as Doc)) {
    if (name === 'Mappings') sealed[name] = sealLinkLists(state, value)
    else {
      const { value: stored, blind } = sealValue(state, doc.AssetType, `Fields.${name}`, value, binding)
      sealed[name] = stored
      if (blind !== undefined) Blind[name] = blind
    }
  }
  const searchable = searchableAsset(state, {
    AssetType: doc.AssetType,
    AssetId: doc.AssetId,
    Fields: Fields as Doc,
  })
  return {
    ...unsealed,
    Fields: sealed,
    ...(Object.keys(Blind).length > 0 ? { Blind } : {}),
    SearchGrams: searchGrams(searchable),
    SearchWords: searchWords(searchable),
  }
}

/** Seals lists of links by the type of the linked assets. */
const sealLinkLists = (state: SealingState, lists: unknown): unknown =>
  isObject(lists)
    ? Object.fromEntries(Object.entries(lists).map(([type, links]) => [type, sealLinks(state, links)]))
    : lists

/** Seals the names in links as in the linked assets themselves. */
export const sealLinks = (state: SealingState, links: unknown): unknown =>
  Array.isArray(links) ? links.map((link: unknown) => sealLink(state, link)) : links

/** Seals one link. */
export function sealLink(state: SealingState, link: unknown): unknown {
  if (!isObject(link) || !isObject(link['Fields'])) return link
  const { AssetType, AssetId } = link as Doc & AssetIdentity
  return { ...link, Fields: sealLinkFields(state, { AssetType, AssetId }, link['Fields']) }
}

/** Seals the fields in a link as in the linked asset. */
export function sealLinkFields(state: SealingState, linked: AssetIdentity, fields: Doc): Doc {
  const binding = { collection: 'assets', id: identityText(linked) }
  const sealed = Object.entries(fields).map(([name, value]) => [
    name,
    sealValue(state, linked.AssetType, `Fields.${name}`, value, binding).value,
  ])
  return Object.fromEntries(sealed) as Doc
}

function sealAlert(state: SealingState, doc: Doc & AssetIdentity, binding: Binding): Doc {
  const { then: known } = doc
  if (!isObject(known)) return doc
  const isHidden = (name: string): boolean => {
    const path = ALERT_PATHS[name]
    return path !== undefined && state.rules.isEncrypted(doc.AssetType, path)
  }
  const then = Object.fromEntries(
    Object.entries(known).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? sealLinks(state, value)
        : isHidden(name)
          ? sealWhole(state.ring, value, binding, `then.${name}`)
          : value,
    ]),
  )
  const text = alertSearchText(doc as never, isHidden)
  return { ...doc, then, SearchText: text, SearchGrams: alertGrams(text) }
}

/** Seals the state in a history row, each value where its asset encrypts it. @param isOfFields by metadata name */
function sealState(
  state: SealingState,
  assetType: string | undefined,
  values: unknown,
  isOfFields: boolean,
  binding: Binding,
): unknown {
  if (!isObject(values)) return values
  const seal = (name: string, value: unknown): unknown => {
    if (isOfFields) return sealValue(state, assetType, `Fields.${name}`, value, binding).value
    const path = STATE_PATHS[name]
    return path !== undefined && state.rules.isEncrypted(assetType, path)
      ? sealWhole(state.ring, value, binding, `state.${name}`)
      : value
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, seal(name, value)]))
}
