export { stateSource } from './state-source.ts'
