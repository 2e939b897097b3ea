export { ProviderSettings } from './provider-settings.tsx'
