import type { messages } from '@wardtrack/contracts/messages'
import type common from '../../locales/en-GB/common.json'
import type login from '../../locales/en-GB/login.json'
import type profile from '../../locales/en-GB/profile.json'
import type shell from '../../locales/en-GB/shell.json'

/**
 * The texts by namespace, as en-GB holds them: keys are checked against this. The exact messages of the contract are
 * their own en-GB resource.
 */
export interface Resources {
  readonly messages: typeof messages
  readonly common: typeof common
  readonly shell: typeof shell
  readonly login: typeof login
  readonly profile: typeof profile
}

/** A file of texts: one for each page or feature. */
export type TextNamespace = keyof Resources

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly defaultNS: 'common'
    readonly enableSelector: false
    readonly resources: Resources
  }
}
