import { sealDocument, sealLink, sealLinkFields } from './seal-document.ts'
import {
  type AssetIdentity,
  blindPath,
  identityText,
  isObject,
  type SealingState,
  sealValue,
} from './seal-values.ts'
import { type SealedCollection, sealedMembers } from './sealed-members.ts'

type Members = Record<string, unknown>

/** One update of a statement: its filter and its changes. */
export type Update = { filter: Members; update: unknown }

/** Members of an update that set values. */
const SETTERS = ['$set', '$setOnInsert'] as const
const LINKS = 'Fields.Mappings.'
/** Path of the matched link's fields: `Fields.Mappings.Equipment.$.Fields`. */
const LINK_FIELDS = /^(Fields\.Mappings\.([^.]+))\.\$\.Fields$/

const isValueOfAsset = (path: string): boolean => path.startsWith('Fields.') && !path.startsWith(LINKS)

/** Returns true if sealing an update needs the type and id of its asset. */
export function needsIdentity(collection: SealedCollection, { update }: Update): boolean {
  if (!isObject(update)) return false
  return collection === 'assets'
    ? ['$set', '$unset'].some((name) => Object.keys(membersOf(update, name)).some(isValueOfAsset))
    : false
}

/**
 * Seals the encrypted values of an update. The passed update is not changed. Pipeline updates change no values of
 * assets and stay as they are.
 * @param asset asset that the update of values is for
 */
export function sealUpdate(
  state: SealingState,
  collection: SealedCollection,
  { filter, update }: Update,
  asset: AssetIdentity | undefined,
): unknown {
  if (!isObject(update)) return update
  return collection === 'assets'
    ? sealAssetUpdate(state, filter, update, asset)
    : sealWholeMembers(state, collection, filter, update)
}

const membersOf = (update: Members, name: string): Members => {
  const members = update[name]
  return isObject(members) ? members : {}
}

/** Seals an upsert or update of documents whose sealed members are always set as a whole. */
function sealWholeMembers(
  state: SealingState,
  collection: SealedCollection,
  filter: Members,
  update: Members,
): Members {
  const sealed = { ...update }
  for (const setter of SETTERS) {
    const members = membersOf(update, setter)
    if (sealedMembers(collection).every((member) => members[member] === undefined)) continue
    const { _id, ...stored } = sealDocument(state, collection, { ...members, _id: filter['_id'] }, undefined)
    sealed[setter] = '_id' in members ? { _id, ...stored } : stored
  }
  return sealed
}

function sealAssetUpdate(
  state: SealingState,
  filter: Members,
  update: Members,
  asset: AssetIdentity | undefined,
): Members {
  const $set: Members = {}
  const $unset: Members = { ...membersOf(update, '$unset') }
  for (const [path, value] of Object.entries(membersOf(update, '$set'))) {
    const link = LINK_FIELDS.exec(path)
    if (link) $set[path] = sealPresentLink(state, filter, link, value)
    else if (isValueOfAsset(path) && asset) setValue(state, asset, path, value, { $set, $unset })
    else $set[path] = value
  }
  for (const path of Object.keys($unset))
    if (isValueOfAsset(path) && asset && isTouched(state, asset, path)) $unset[blindPath(path)] = ''
  const sealed: Members = { ...update, ...unlessEmpty('$set', $set), ...unlessEmpty('$unset', $unset) }
  const pushed = Object.entries(membersOf(update, '$push'))
  if (pushed.length > 0)
    sealed['$push'] = Object.fromEntries(
      pushed.map(([path, value]) => [path, path.startsWith(LINKS) ? sealLink(state, value) : value]),
    )
  return sealed
}

const unlessEmpty = (name: string, members: Members): Members =>
  Object.keys(members).length > 0 ? { [name]: members } : {}

/** Returns true if a value has a blind index, or may have an old one. */
const isTouched = ({ rules }: SealingState, { AssetType }: AssetIdentity, path: string): boolean =>
  rules.isEncrypted(AssetType, path) ||
  rules.hasEncryptedPart(AssetType, path) ||
  rules.wasEncrypted(AssetType, path)

function setValue(
  state: SealingState,
  asset: AssetIdentity,
  path: string,
  value: unknown,
  { $set, $unset }: { $set: Members; $unset: Members },
): void {
  const binding = { collection: 'assets', id: identityText(asset) }
  const sealed = sealValue(state, asset.AssetType, path, value, binding)
  $set[path] = sealed.value
  if (sealed.blind !== undefined) $set[blindPath(path)] = sealed.blind
  // A value stored in plain must not be found by its former blind index.
  else if (isTouched(state, asset, path)) $unset[blindPath(path)] = ''
}

function sealPresentLink(
  state: SealingState,
  filter: Members,
  [, list = '', AssetType = '']: RegExpExecArray,
  fields: unknown,
): unknown {
  const condition = filter[list]
  const element = isObject(condition) ? condition['$elemMatch'] : undefined
  const AssetId = isObject(element) ? element['AssetId'] : undefined
  if (typeof AssetId !== 'string') throw new Error(`an update of ${list} has to name the asset of the link`)
  return isObject(fields) ? sealLinkFields(state, { AssetType, AssetId }, fields) : fields
}
