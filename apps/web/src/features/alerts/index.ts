export { AlertDetail } from './alert-detail.tsx'
export { AlertList } from './alert-list.tsx'
