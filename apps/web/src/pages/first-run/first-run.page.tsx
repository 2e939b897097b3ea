export { SetupGuide as Page } from '../../features/setup/index.ts'
