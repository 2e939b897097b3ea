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
 * A whole document, or all of it that an upsert sets, with what the rules encrypt sealed. The document that was passed stays as it is.
 * @param assetType type of the asset that a document of a history belongs to; a value of an unknown one is sealed where
 *   it is of any type
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

/** How the members of a document are sealed that is neither an asset nor an alert. */
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

/** An asset without the values that are encrypted: what it may be searched by. */
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

/** Links by the type of what they name. */
const sealLinkLists = (state: SealingState, lists: unknown): unknown =>
  isObject(lists)
    ? Object.fromEntries(Object.entries(lists).map(([type, links]) => [type, sealLinks(state, links)]))
    : lists

/** Links with the names of the assets they name sealed as those assets' own are. */
export const sealLinks = (state: SealingState, links: unknown): unknown =>
  Array.isArray(links) ? links.map((link: unknown) => sealLink(state, link)) : links

/** One link. */
export function sealLink(state: SealingState, link: unknown): unknown {
  if (!isObject(link) || !isObject(link['Fields'])) return link
  const { AssetType, AssetId } = link as Doc & AssetIdentity
  return { ...link, Fields: sealLinkFields(state, { AssetType, AssetId }, link['Fields']) }
}

/** What a link tells of the asset that it names. */
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

/** The state that a history row tells, each value where it is encrypted of its asset. @param isOfFields by metadata name */
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
