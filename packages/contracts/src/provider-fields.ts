/**
 * Names that no provider may have: `new` is the address of the form, `rtls` the internal hierarchy, and the others are
 * members that every JavaScript object has, so that what is kept by provider could be taken for them.
 */
const RESERVED_PROVIDER_NAMES: readonly string[] = ['new', 'rtls', '__proto__', 'constructor', 'prototype']

/** Whether a provider may have a name, in lower case: 3..100 letters, digits, `_` and `-`. */
export const isProviderName = (name: string): boolean =>
  /^[a-z0-9_-]{3,100}$/.test(name) && !RESERVED_PROVIDER_NAMES.includes(name)

/** Whether the value of a provider's field looks like a secret by the field's name: it is encrypted and never shown. */
export const isSecretField = (name: string): boolean =>
  /passw|passphrase|secret|token|key|credential/i.test(name)

/** What stands for a secret in answers; sent back, it keeps the secret that is stored. */
export const SECRET_MASK = '********'
