export { StoragePage as Page } from '../../features/storage/index.ts'
