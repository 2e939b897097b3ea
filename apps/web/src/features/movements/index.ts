export { PumpMovementView } from './pump-movement-view.tsx'
