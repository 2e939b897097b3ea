export { UtilisationView } from './utilisation-view.tsx'
