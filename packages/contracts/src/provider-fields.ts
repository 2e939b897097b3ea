/**
 * Names that no provider may have. `new` is the address of the form, and `rtls` the internal hierarchy. The others
 * are members of every JavaScript object, which could be confused with data stored by provider.
 */
const RESERVED_PROVIDER_NAMES: readonly string[] = ['new', 'rtls', '__proto__', 'constructor', 'prototype']

/** True for a valid provider name in lower case: 3..100 letters, digits, `_` and `-`. */
export const isProviderName = (name: string): boolean =>
  /^[a-z0-9_-]{3,100}$/.test(name) && !RESERVED_PROVIDER_NAMES.includes(name)

/** True if a provider's field seems to contain a secret, by its name; its value is encrypted and never shown. */
export const isSecretField = (name: string): boolean =>
  /passw|passphrase|secret|token|key|credential/i.test(name)

/** Placeholder of a secret in responses; when sent back, the stored secret stays. */
export const SECRET_MASK = '********'
