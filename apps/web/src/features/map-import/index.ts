export { MapImport } from './map-import.tsx'
