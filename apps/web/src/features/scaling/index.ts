export { ScalingPage } from './scaling-page.tsx'
