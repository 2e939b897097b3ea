import { STORE_SETTINGS } from '@wardtrack/embedded-mongo'
import { readConfig } from '@wardtrack/service-kit'
import { limitsSetting, serviceSettings } from '@wardtrack/service-runtime'
import { z } from 'zod'

const settings = serviceSettings.extend({
  /** on: an empty store is filled with the demo hospital, and its simulator runs */
  WARDTRACK_DEMO: z.enum(['on', 'off']).default('on'),
  /** on: a new demo hospital has a history of a month */
  WARDTRACK_DEMO_HISTORY: z.enum(['on', 'off']).default('on'),
  /** limits of the embedded store */
  WARDTRACK_STORE: limitsSetting(STORE_SETTINGS),
})

/** Settings of the standalone process. */
export type StandaloneSettings = z.output<typeof settings>

/** Reads the environment; no other code of this app does. @throws ConfigError with one clear line */
export const readSettings = (environment: NodeJS.ProcessEnv): StandaloneSettings =>
  readConfig(settings, environment)
