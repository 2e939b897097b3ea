import type { Database, DeliveryAddressDoc } from '@wardtrack/database'
import type { KeyRing } from '@wardtrack/encryption'
import { newSigningSecret } from './signature.ts'

/** Time for which the previous secret also signs bodies. */
const SECRET_OVERLAP_MS = 86_400_000

/** Returns the seal context of an address's secret. */
const secretContext = (id: string) => ({ collection: 'deliveryAddresses', id, field: 'secret' })

/**
 * Returns the secrets that sign bodies for an address now; two while one is being replaced.
 * @param id id of the address
 */
export function signingSecrets(
  keyRing: Pick<KeyRing, 'open'>,
  id: string,
  state: Pick<DeliveryAddressDoc, 'secret' | 'previousSecret'> | null,
): string[] {
  const { secret, previousSecret } = state ?? {}
  if (!secret) return []
  const isReplaced = previousSecret && Date.now() - secret.createdAt.getTime() < SECRET_OVERLAP_MS
  return [secret, ...(isReplaced ? [previousSecret] : [])].map(({ sealed }) =>
    keyRing.open(sealed, secretContext(id)),
  )
}

/** Creates the secret of an address and returns it, only this once; the previous one stays valid for a while. */
export async function makeSigningSecret(
  { db, keyRing }: { db: Database; keyRing: Pick<KeyRing, 'seal'> },
  id: string,
): Promise<string> {
  const secret = newSigningSecret()
  const before = await db.models.deliveryAddresses.findOne({ _id: id })
  const sealed = keyRing.seal(secret, secretContext(id))
  await db.models.deliveryAddresses.updateOne(
    { _id: id },
    {
      $set: {
        secret: { sealed, createdAt: new Date() },
        ...(before?.secret ? { previousSecret: before.secret } : {}),
      },
    },
    { upsert: true },
  )
  return secret
}
