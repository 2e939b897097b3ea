import type { Database } from '@wardtrack/database'
import { isSealed, type KeyRing, keyIdOf } from '@wardtrack/encryption'

type Doc = Record<string, unknown>
/** Path of a sealed value in a document, and the field name that it is bound to. */
type Place = { path: string; field: string }

const valueAt = (doc: Doc, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Doc | undefined)?.[name], doc)

const fixed = (places: readonly Place[]) => (): readonly Place[] => places

/** Secrets that are always sealed, by collection. */
const SECRETS: Readonly<Record<string, (doc: Doc) => readonly Place[]>> = {
  users: fixed([
    { path: 'secondFactor.secret', field: 'secondFactor.secret' },
    { path: 'pendingSecondFactor.secret', field: 'secondFactor.secret' },
  ]),
  deliveryAddresses: fixed([
    { path: 'secret.sealed', field: 'secret' },
    { path: 'previousSecret.sealed', field: 'secret' },
  ]),
  deadLetterSources: fixed([{ path: 'text', field: 'text' }]),
  savedFilters: fixed([{ path: 'criteria', field: 'criteria' }]),
  reportSchedules: fixed([{ path: 'criteria', field: 'criteria' }]),
  settings: ({ Fields }) =>
    Object.keys((Fields ?? {}) as Doc).map((name) => ({ path: `Fields.${name}`, field: name })),
}

/**
 * Seals the secrets of users, providers and addresses, and saved conditions, with the current key. Secrets changed
 * meanwhile already use it.
 */
export async function resealSecrets(db: Database, ring: KeyRing): Promise<void> {
  for (const [collection, placesIn] of Object.entries(SECRETS)) {
    // driver: reads secrets of any collection as stored
    const stored = db.sealing.raw(collection)
    for await (const doc of stored.find({}))
      for (const { path, field } of placesIn(doc)) {
        const sealed = valueAt(doc, path)
        if (!isSealed(sealed) || keyIdOf(sealed) === ring.state().current) continue
        const context = { collection, id: String(doc._id), field }
        const update = { $set: { [path]: ring.seal(ring.open(sealed, context), context) } }
        await stored.updateOne({ _id: doc._id, [path]: sealed }, update)
      }
  }
}
