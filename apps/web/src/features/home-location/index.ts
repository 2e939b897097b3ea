export { AddHomeLocation } from './add-home-location.tsx'
