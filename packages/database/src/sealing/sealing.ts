import type { KeyRing } from '@wardtrack/encryption'
import { PATIENT } from '@wardtrack/patient-rule'
import { LRUCache } from 'lru-cache'
import type { Connection, mongo } from 'mongoose'
import { type Alignment, alignmentOf } from './align-document.ts'
import { type EncryptionRules, NO_RULES } from './encryption-rules.ts'
import { openDocument } from './open-document.ts'
import { sealDocument, searchableAsset } from './seal-document.ts'
import { needsIdentity, sealUpdate, type Update } from './seal-update.ts'
import type { AssetIdentity, SealingState } from './seal-values.ts'
import { isSealedCollection, type SealedCollection } from './sealed-members.ts'

/** Limit of assets whose type and id are cached. Neither ever changes. */
const MAX_REMEMBERED = 100_000

/** Finds the type and id of assets by their internal ids. */
type AssetIdentities = {
  /** existing assets, by hexadecimal id */
  find(ids: readonly unknown[]): Promise<ReadonlyMap<string, AssetIdentity>>
}

/** Creates the lookup. @param assets the raw collection, without sealing and opening */
function createAssetIdentities(assets: () => mongo.Collection): AssetIdentities {
  // The cache takes memory only as it fills, like `boundedCache` of the service kit, which this package cannot
  // import.
  const remembered = new LRUCache<string, AssetIdentity>({
    maxSize: MAX_REMEMBERED,
    sizeCalculation: () => 1,
  })
  return {
    find: async (ids) => {
      const found = new Map<string, AssetIdentity>()
      const unknown = new Map<string, unknown>()
      for (const id of ids) {
        const identity = remembered.get(String(id))
        if (identity) found.set(String(id), identity)
        else unknown.set(String(id), id)
      }
      if (unknown.size === 0) return found
      const docs = await assets()
        .find(
          { _id: { $in: [...unknown.values()] as never[] } },
          { projection: { AssetType: 1, AssetId: 1 } },
        )
        .toArray()
      for (const { _id, AssetType, AssetId } of docs) {
        const identity = { AssetType: String(AssetType), AssetId: String(AssetId) }
        found.set(String(_id), identity)
        remembered.set(String(_id), identity)
      }
      return found
    },
  }
}

type Doc = Record<string, unknown>

/** A document's patient flag, and the write that updates the document to the rules. */
export type AlignedDocument = { ofPatients: boolean; alignment?: Alignment }

/** Source of the process's keys and rules. */
export type SealingSource = {
  ring: KeyRing
  /** the current rules, read before each write */
  rules(): Promise<EncryptionRules>
  /** reads keys and rules again, whatever is cached */
  reload(): Promise<void>
  /** called for each value that could not be opened */
  onUnreadable(collection: string): void
}

/** Encrypts everything written to the store and opens everything read from it. */
export type Sealing = {
  /** starts sealing and opening; before this call all values pass unchanged */
  use(source: SealingSource): void
  rules(): Promise<EncryptionRules>
  ring(): KeyRing | undefined
  /** reads keys and rules again, so that this process uses a change from now on */
  reload(): Promise<void>
  /** returns documents as they are stored */
  documents<D extends object>(collection: string, docs: readonly D[]): Promise<readonly D[]>
  /** returns the stored form of updates, in their order */
  updates(collection: string, updates: readonly Update[]): Promise<readonly unknown[]>
  /** opens a stored document in place, and returns it */
  open<D>(collection: string, doc: D): D
  /** returns an asset without the values that must not be searched */
  searchable<A extends AssetIdentity & { Fields: Doc }>(asset: A): Promise<A>
  /** returns the writes that update stored documents to the current rules and keys, in their order */
  align(collection: SealedCollection, docs: readonly Doc[]): Promise<AlignedDocument[]>
  /** rewrites the files of a collection, so that no overwritten values remain in them */
  compact(collection: string): Promise<void>
  /** a collection without sealing, for conversions */
  raw(collection: string): mongo.Collection
}

/** Creates the sealing of a connection. */
export function createSealing(connection: Connection): Sealing {
  let source: SealingSource | undefined
  const raw = (collection: string): mongo.Collection => {
    if (!connection.db) throw new Error('the store is not connected')
    return connection.db.collection(collection)
  }
  const identities = createAssetIdentities(() => raw('assets'))
  const stateNow = async (): Promise<SealingState | undefined> =>
    source && { ring: source.ring, rules: await source.rules() }
  return {
    raw,
    compact: async (collection) => {
      await connection.db?.command({ compact: collection })
    },
    use: (newSource) => {
      source = newSource
    },
    rules: async () => source?.rules() ?? NO_RULES,
    ring: () => source?.ring,
    reload: async () => source?.reload(),
    documents: async (collection, docs) => {
      const state = await stateNow()
      if (!state?.rules.active || !isSealedCollection(collection)) return docs
      return sealDocuments({ state, identities }, collection, docs as readonly Doc[]) as never
    },
    updates: async (collection, updates) => {
      const state = await stateNow()
      if (!state?.rules.active || !isSealedCollection(collection)) return updates.map(({ update }) => update)
      return sealUpdates({ state, identities }, collection, updates)
    },
    open: (collection, doc) =>
      source && isSealedCollection(collection)
        ? openDocument(source.ring, collection, doc, source.onUnreadable)
        : doc,
    align: async (collection, docs) => {
      const state = await stateNow()
      if (!state) throw new Error('there is no key to encrypt with')
      return alignDocuments({ state, identities }, collection, docs)
    },
    searchable: async (asset) => searchableAsset({ rules: (await stateNow())?.rules ?? NO_RULES }, asset),
  }
}

type Parts = { state: SealingState; identities: AssetIdentities }

async function alignDocuments(
  { state, identities }: Parts,
  collection: SealedCollection,
  docs: readonly Doc[],
): Promise<AlignedDocument[]> {
  const assetTypeOf = await assetTypesOf(identities, collection, docs)
  return docs.map((doc) => {
    const assetType = assetTypeOf(doc)
    const alignment = alignmentOf(state, collection, doc, assetType)
    const ofPatients = doc['ofPatient'] === true || (assetType ?? doc['AssetType']) === PATIENT
    return { ofPatients, ...(alignment ? { alignment } : {}) }
  })
}

async function sealDocuments(
  { state, identities }: Parts,
  collection: SealedCollection,
  docs: readonly Doc[],
): Promise<readonly Doc[]> {
  const assetTypeOf = await assetTypesOf(identities, collection, docs)
  return docs.map((doc) => sealDocument(state, collection, doc, assetTypeOf(doc)))
}

/** Finds the type of the asset that each history row belongs to. */
async function assetTypesOf(
  identities: AssetIdentities,
  collection: SealedCollection,
  docs: readonly Doc[],
): Promise<(doc: Doc) => string | undefined> {
  if (!isHistory(collection)) return () => undefined
  const assets = await identities.find(docs.map((doc) => doc['asset']))
  return (doc) => assets.get(String(doc['asset']))?.AssetType
}

async function sealUpdates(
  { state, identities }: Parts,
  collection: SealedCollection,
  updates: readonly Update[],
): Promise<readonly unknown[]> {
  const unnamed = updates.filter((update) => needsIdentity(collection, update) && !identityIn(update.filter))
  const known = await identities.find(unnamed.map(({ filter }) => filter['_id']))
  return updates.map((update) =>
    sealUpdate(
      state,
      collection,
      update,
      identityIn(update.filter) ?? known.get(String(update.filter['_id'])),
    ),
  )
}

const isHistory = (collection: SealedCollection): boolean =>
  collection === 'locationHistory' || collection === 'statusHistory'

/** Returns the asset that a filter names. */
function identityIn(filter: Doc): AssetIdentity | undefined {
  const { AssetType, AssetId } = filter
  return typeof AssetType === 'string' && typeof AssetId === 'string' ? { AssetType, AssetId } : undefined
}
