/* Parts for functions that run on parser threads. They load fast: nothing of Express, no schemas of calls. */
export { ApiError } from '../api-error.ts'
export { unguardFormulas } from '../csv.ts'
export { groupsByWeight, isLight } from './value-pieces.ts'
