export { MovementVsTimeView } from './movement-vs-time-view.tsx'
export { PumpMovementView } from './pump-movement-view.tsx'
