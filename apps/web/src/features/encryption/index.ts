export { EncryptionSettings } from './encryption-settings.tsx'
