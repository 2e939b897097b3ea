import type { Migration } from '@wardtrack/service-runtime'
import { encryptedStates } from './encrypted-states.ts'
import { ruleFirings } from './rule-firings.ts'
import { wordsOfNames } from './words-of-names.ts'

/**
 * What is done to documents that earlier versions stored, in the order of their versions. Every process of the product does
 * it before it serves (`migrateStore`); a store that holds more than this list leads to is refused.
 */
export const MIGRATIONS: readonly Migration[] = [encryptedStates, wordsOfNames, ruleFirings]
