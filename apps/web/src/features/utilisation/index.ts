export { UTILISATION, usageFigures } from './usage-figures.ts'
export { UtilisationView } from './utilisation-view.tsx'
