import { EncryptionSettings } from '../../features/encryption/index.ts'

/** Encrypted fields of the store, and the key that encrypts them. */
export function Page() {
  return <EncryptionSettings />
}
