export { StoragePage } from './storage-page.tsx'
