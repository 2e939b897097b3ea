import type { Database, DeliveryAddressDoc } from '@wardtrack/database'
import type { KeyRing } from '@wardtrack/encryption'
import { newSigningSecret } from './signature.ts'

/** How long bodies are signed with the secret before the present one, too. */
const SECRET_OVERLAP_MS = 86_400_000

/** Where the secret of an address is sealed to. */
const secretContext = (id: string) => ({ collection: 'deliveryAddresses', id, field: 'secret' })

/** The secrets that bodies for an address are signed with now; two while one is being replaced. @param id of the address */
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

/** Makes the secret of an address and gives it, this once; the one before counts for a while beside it. */
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
