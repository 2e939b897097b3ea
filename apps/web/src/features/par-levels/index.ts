export { BalancingView } from './balancing-view.tsx'
export { ParLevelsView } from './par-levels-view.tsx'
export { levelsFigures, PAR_LEVELS } from './stock-figures.ts'
