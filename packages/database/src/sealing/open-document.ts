import { isSealed, type KeyRing, SealedValueError } from '@wardtrack/encryption'
import { type AssetIdentity, type Binding, identityText, isObject } from './seal-values.ts'
import { type SealedCollection, sealedMembers } from './sealed-members.ts'

/** Called for each value that cannot be opened, because it was changed or its key is gone. */
export type OnUnreadable = (collection: string) => void

/**
 * Opens the sealed values of a stored document in place. A value that cannot be opened is left out, so that no
 * tampered text is used as a value.
 */
export function openDocument<D>(
  ring: KeyRing,
  collection: SealedCollection,
  doc: D,
  onUnreadable: OnUnreadable,
): D {
  if (!isObject(doc)) return doc
  let binding: Binding | undefined
  for (const member of sealedMembers(collection)) {
    const content = doc[member]
    if (content === undefined || content === null) continue
    binding ??= bindingOf(collection, doc)
    openMember({ ring, onUnreadable }, doc, member, member, binding)
  }
  return doc
}

const isAsset = (value: Record<string, unknown>): value is AssetIdentity & Record<string, unknown> =>
  typeof value['AssetType'] === 'string' && typeof value['AssetId'] === 'string'

/**
 * Returns the binding of a document's values. An asset's values are bound to its type and id, which links to it
 * share.
 */
const bindingOf = (collection: SealedCollection, doc: Record<string, unknown>): Binding => ({
  collection,
  id: collection === 'assets' && isAsset(doc) ? identityText(doc) : String(doc['_id']),
})

type Opener = { ring: KeyRing; onUnreadable: OnUnreadable }

function openMember(
  opener: Opener,
  holder: Record<string, unknown>,
  name: string,
  path: string,
  binding: Binding,
): void {
  const value: unknown = holder[name]
  if (isSealed(value)) {
    const opened = openValue(opener, value, path, binding)
    if (opened === undefined) delete holder[name]
    else holder[name] = opened
  } else if (Array.isArray(value)) {
    for (const element of value as unknown[])
      if (isObject(element)) openMembers(opener, element, path, binding)
  } else if (isObject(value)) openMembers(opener, value, path, binding)
}

function openMembers(opener: Opener, value: Record<string, unknown>, path: string, binding: Binding): void {
  // The name in a link is bound to the linked asset.
  const isLink = isAsset(value)
  const ofLink = isLink ? { collection: 'assets', id: identityText(value) } : binding
  for (const name of Object.keys(value))
    openMember(opener, value, name, isLink ? name : `${path}.${name}`, ofLink)
}

function openValue(
  { ring, onUnreadable }: Opener,
  sealed: string,
  field: string,
  { collection, id }: Binding,
): unknown {
  try {
    return JSON.parse(ring.open(sealed, { collection, id, field })) as unknown
  } catch (error) {
    if (!(error instanceof SealedValueError)) throw error
    onUnreadable(collection)
    return undefined
  }
}
