import { EncryptionSettings } from '../../features/encryption/index.ts'

/** Which fields are encrypted in the store, and by which key. */
export function Page() {
  return <EncryptionSettings />
}
