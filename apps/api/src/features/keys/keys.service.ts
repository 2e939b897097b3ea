import { holdsAny, isKeyLive, type NewKey, type ServiceParts, type SessionActor } from '@wardtrack/access'
import { type IngestKey, messages } from '@wardtrack/contracts'
import { type IngestKeyDoc, readObjectId } from '@wardtrack/database'
import { duplicate, forbidden, invalidMember, notFound } from '@wardtrack/service-kit'

/** Maximum number of keys, including ended ones: a revoked key that the environment sets must not be recreated. */
const MAX_KEYS = 2_000

/** Requested properties of a new key. */
type RequestedKey = Omit<NewKey, 'provider'> & { provider?: string | undefined }

/** Creates the service of ingestion keys. Without admin-config, keys of integrations are hidden. */
export function createKeyService({ db, bus, access }: ServiceParts) {
  const visibleKinds = (actor: SessionActor): Partial<Pick<IngestKeyDoc, 'kind'>> =>
    holdsAny(actor.allowedRoutes, ['admin-config']) ? {} : { kind: 'provider' }
  /** @throws ApiError 404 */
  const find = async (actor: SessionActor, id: string): Promise<IngestKeyDoc> => {
    const _id = readObjectId(id)
    const doc = _id && (await db.models.ingestKeys.findOne({ _id, ...visibleKinds(actor) }))
    if (!doc) throw notFound()
    return doc
  }
  const publishChange = ({ kind }: Pick<IngestKeyDoc, 'kind'>): void =>
    bus.publish('config.changed', { what: kind === 'provider' ? 'providers' : 'settings' })
  return {
    /** lists keys newest first, including ended ones */
    list: (actor: SessionActor): Promise<IngestKeyDoc[]> =>
      db.models.ingestKeys.find(visibleKinds(actor)).sort({ createdAt: -1 }).limit(MAX_KEYS),
    /** @throws ApiError 403 for an integration's key without admin-config, 409 for a taken name, 400 */
    create: async (
      actor: SessionActor,
      newKey: RequestedKey,
    ): Promise<{ doc: IngestKeyDoc; key: string }> => {
      if (newKey.kind === 'integration' && visibleKinds(actor).kind === 'provider') throw forbidden()
      await checkRoom(newKey.name)
      const { provider, ...unbound } = newKey
      const created = await access.keys.create(
        newKey.kind === 'provider' && provider !== undefined ? { ...unbound, provider } : unbound,
      )
      publishChange(created.doc)
      return created
    },
    /** @throws ApiError 404, 409 for an ended or already rotated key */
    rotate: async (actor: SessionActor, id: string) => {
      const rotated = await access.keys.rotate(await find(actor, id))
      publishChange(rotated.doc)
      return rotated
    },
    /** @throws ApiError 404 */
    revoke: async (actor: SessionActor, id: string): Promise<IngestKeyDoc> => {
      const { _id } = await find(actor, id)
      const revoked = await access.keys.revoke(_id)
      if (!revoked) throw notFound()
      publishChange(revoked)
      return revoked
    },
  }

  /** @throws ApiError 409 when a valid key has the name, 400 for too many keys */
  async function checkRoom(name: string): Promise<void> {
    const present = await db.models.ingestKeys.find({}).limit(MAX_KEYS)
    if (present.length >= MAX_KEYS) throw invalidMember('name', messages.tooManyKeys)
    const nameKey = name.toLowerCase()
    const isTaken = present.some((doc) => doc.name.toLowerCase() === nameKey && isKeyLive(doc, Date.now()))
    if (isTaken) throw duplicate(messages.keyNameTaken, [{ path: 'name', message: messages.keyNameTaken }])
  }
}

/** Converts a key to a response without data that reveals its text. */
export const toIngestKey = (doc: IngestKeyDoc): IngestKey => ({
  _id: doc._id.toHexString(),
  name: doc.name,
  kind: doc.kind,
  ...(doc.provider === undefined ? {} : { provider: doc.provider }),
  scopes: doc.scopes,
  prefix: doc.prefix,
  createdAt: doc.createdAt.toISOString(),
  ...(doc.lastUsedAt ? { lastUsedAt: doc.lastUsedAt.toISOString() } : {}),
  ...(doc.revokedAt ? { revokedAt: doc.revokedAt.toISOString() } : {}),
  ...(doc.expiresAt ? { expiresAt: doc.expiresAt.toISOString() } : {}),
})
