import type { messages } from '@wardtrack/contracts/messages'
import type common from '../../locales/en-GB/common.json'
import type dashboard from '../../locales/en-GB/dashboard.json'
import type hierarchy from '../../locales/en-GB/hierarchy.json'
import type login from '../../locales/en-GB/login.json'
import type mapCanvas from '../../locales/en-GB/map-canvas.json'
import type mapImport from '../../locales/en-GB/map-import.json'
import type mapOverview from '../../locales/en-GB/map-overview.json'
import type monitors from '../../locales/en-GB/monitors.json'
import type plain from '../../locales/en-GB/plain.json'
import type profile from '../../locales/en-GB/profile.json'
import type shell from '../../locales/en-GB/shell.json'
import type states from '../../locales/en-GB/states.json'

/**
 * The texts by namespace, as en-GB holds them: keys are checked against this. The exact messages of the contract are
 * their own en-GB resource.
 */
export interface Resources {
  readonly messages: typeof messages
  readonly common: typeof common
  readonly dashboard: typeof dashboard
  readonly hierarchy: typeof hierarchy
  readonly login: typeof login
  readonly 'map-canvas': typeof mapCanvas
  readonly 'map-import': typeof mapImport
  readonly 'map-overview': typeof mapOverview
  readonly monitors: typeof monitors
  readonly plain: typeof plain
  readonly profile: typeof profile
  readonly shell: typeof shell
  readonly states: typeof states
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
