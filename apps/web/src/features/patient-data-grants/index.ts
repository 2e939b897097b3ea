export { PatientDataGrants } from './patient-data-grants.tsx'
