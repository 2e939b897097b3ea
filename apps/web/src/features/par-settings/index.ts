export { ParSettingsPage } from './par-settings-page.tsx'
