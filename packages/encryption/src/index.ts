export {
  type BlindContext,
  createKeyRing,
  type KeyRing,
  type KeyRingState,
  type SealContext,
} from './key-ring.ts'
export { isSealed, keyIdOf, SealedValueError } from './sealed-value.ts'
