import type { Migration } from '@wardtrack/service-runtime'
import { encryptedStates } from './encrypted-states.ts'
import { keysOfTags } from './keys-of-tags.ts'
import { ruleFirings } from './rule-firings.ts'
import { timesOfNotifications } from './times-of-notifications.ts'
import { timesOfSilence } from './times-of-silence.ts'
import { wordsOfNames } from './words-of-names.ts'

/**
 * Migrations of documents from earlier versions, in order. Every process runs them before it serves requests
 * (`migrateStore`). A store with a newer version than this list is refused.
 */
export const MIGRATIONS: readonly Migration[] = [
  encryptedStates,
  wordsOfNames,
  ruleFirings,
  timesOfNotifications,
  keysOfTags,
  timesOfSilence,
]
