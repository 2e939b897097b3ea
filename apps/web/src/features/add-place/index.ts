export { AddPlace } from './add-place.tsx'
