export { AlertDetail } from './alert-detail.tsx'
