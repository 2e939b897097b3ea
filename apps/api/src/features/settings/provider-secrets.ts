import type { ServiceParts } from '@wardtrack/access'
import { isSecretField, messages, SECRET_MASK } from '@wardtrack/contracts'
import { settingId, trusted } from '@wardtrack/database'
import { isSealed } from '@wardtrack/encryption'
import { invalid, invalidMember } from '@wardtrack/service-kit'
import type { Fields, PreparedSetting } from './setting-fields.ts'

/** Replaces a provider's secrets with a mask for responses. */
export const maskSecrets = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value !== '' && isSecret(name, value) ? SECRET_MASK : value,
    ]),
  )

/**
 * Encrypts a provider's secrets for storage. A mask keeps the stored secret.
 * @param id id of the settings pair
 * @throws ApiError 400 for a mask without a stored secret
 */
function sealSecrets(
  { keyRing }: Pick<ServiceParts, 'keyRing'>,
  id: string,
  { sent, stored }: { sent: Fields; stored: Fields },
): Fields {
  const unknown: string[] = []
  const seal = (name: string, plain: string): string =>
    keyRing.seal(plain, { collection: 'settings', id, field: name })
  const sealed = Object.entries(sent).map(([name, value]) => {
    if (!isSecret(name, value)) return [name, value] as const
    if (value !== SECRET_MASK) return [name, seal(name, value)] as const
    const storedValue = Object.hasOwn(stored, name) ? stored[name] : undefined
    if (typeof storedValue !== 'string') unknown.push(name)
    // Encrypts values stored before secrets were encrypted.
    return [
      name,
      typeof storedValue === 'string' && !isSealed(storedValue) ? seal(name, storedValue) : storedValue,
    ] as const
  })
  if (unknown.length > 0)
    throw invalid(
      unknown.map((name) => ({ path: `Fields.${name}`, message: messages.fieldValueEmpty })),
      messages.fillCorrectly,
    )
  return Object.fromEntries(sealed)
}

const isSecret = (name: string, value: unknown): value is string =>
  typeof value === 'string' && isSecretField(name)

/** Range of the ids of provider settings: `0` follows `/`. */
export const PROVIDERS = trusted({ $gte: 'provider/', $lt: 'provider0' })

/** @throws ApiError 400 when the maximum number of providers is reached */
async function checkProviderRoom({ db, limits }: ServiceParts): Promise<void> {
  if ((await db.models.settings.countDocuments({ _id: PROVIDERS })) >= limits.providers)
    throw invalidMember('SubType', messages.providersFull)
}

/** Prepares the fields of a provider for storage. @throws ApiError 400 */
export async function withProviderSecrets(
  parts: ServiceParts,
  name: string,
  sent: Fields,
  isCreated: boolean,
): Promise<PreparedSetting> {
  const id = settingId('Provider', name)
  const found = await parts.db.models.settings.findOne({ _id: id })
  if (!found) await checkProviderRoom(parts)
  const stored = isCreated ? {} : (found?.Fields ?? {})
  return { stored: { Fields: sealSecrets(parts, id, { sent, stored }) } }
}

/**
 * Prepares the fields of the mail server for storage.
 * @throws ApiError 400 when the stored password would be sent over another connection than it was entered for
 */
export async function withMailSecret(parts: ServiceParts, sent: Fields): Promise<PreparedSetting> {
  const id = settingId('Mail', 'Mail')
  const stored = (await parts.db.models.settings.findOne({ _id: id }))?.Fields ?? {}
  const isSameConnection = ['Host', 'Port', 'Username', 'Security'].every(
    (name) => stored[name] === sent[name],
  )
  if (sent['Password'] === SECRET_MASK && !isSameConnection)
    throw invalidMember('Fields.Password', messages.mailPasswordAgain)
  return { stored: sent['Password'] === '' ? {} : { Fields: sealSecrets(parts, id, { sent, stored }) } }
}
