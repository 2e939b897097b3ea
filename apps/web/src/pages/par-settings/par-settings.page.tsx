export { ParSettingsPage as Page } from '../../features/par-settings/index.ts'
