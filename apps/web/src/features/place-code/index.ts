export { PlaceCode } from './place-code.tsx'
