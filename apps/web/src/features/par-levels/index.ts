export { levelsFigures, PAR_LEVELS } from './stock-figures.ts'
