export { ValueInput } from './value-input.tsx'
