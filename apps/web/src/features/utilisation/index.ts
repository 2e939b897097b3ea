export { UTILISATION, usageFigures } from './usage-figures.ts'
