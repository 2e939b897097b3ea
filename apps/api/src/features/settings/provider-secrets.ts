import type { ServiceParts } from '@wardtrack/access'
import { isSecretField, messages, SECRET_MASK } from '@wardtrack/contracts'
import { isSealed } from '@wardtrack/encryption'
import { invalid } from '@wardtrack/service-kit'
import type { Fields } from './setting-fields.ts'

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
export function sealSecrets(
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
