import { translate } from '../lib/i18n/i18n.ts'
import english from '../locales/en-GB/states.json'

/** Names and looks of stored states. The aliases of the metadata mapping replace words, but not shapes and tones. */

/** Tone of a state. `quiet` is ink, because colour is only for exceptions. */
export type ToneName = 'ok' | 'use' | 'warn' | 'bad' | 'alarm' | 'off' | 'quiet' | 'plain'

/** Aliases by stored value, as the metadata mapping's `Options` hold them. */
export type Words = { readonly [storedValue: string]: { readonly alias: string } | undefined } | undefined

/** Look of a state. `step` is the number of filled bars or cells, 0 if unknown. */
export interface StateLook {
  readonly word: string
  readonly tone: ToneName
  readonly step: number
  readonly known: boolean
}

type Looks<Stored extends string> = Readonly<Record<Stored, Pick<StateLook, 'tone' | 'step'>>>

const wifi: Looks<`BAR_${'ONE' | 'TWO' | 'THREE' | 'FOUR' | 'FIVE'}`> = {
  BAR_ONE: { tone: 'bad', step: 1 },
  BAR_TWO: { tone: 'warn', step: 2 },
  BAR_THREE: { tone: 'quiet', step: 3 },
  BAR_FOUR: { tone: 'quiet', step: 4 },
  BAR_FIVE: { tone: 'quiet', step: 5 },
}
const battery: Looks<`LEVEL_${1 | 2 | 3 | 4}`> = {
  LEVEL_1: { tone: 'bad', step: 1 },
  LEVEL_2: { tone: 'warn', step: 2 },
  LEVEL_3: { tone: 'quiet', step: 3 },
  LEVEL_4: { tone: 'quiet', step: 4 },
}

/** Stored value that means online. */
export const ONLINE = 'comm-status-online'
/** Stored value that devices report when they go offline. */
export const OFFLINE = 'comm-status-offline'
/** Stored value of a device that was not heard for longer than its limit. */
export const SILENT = 'comm-status-silent'
/** Stored value of a device that is heard and never said whether it is online. */
const UNKNOWN_CONNECTION = 'comm-status-unknown'
/** Stored value of an infusing pump. */
export const INFUSING = 'pump-status-infusing'
/** Stored value of a pump that does not infuse. */
export const NOT_INFUSING = 'pump-status--not-infusing'

type State = Exclude<keyof typeof english, 'field'>

/** Returns the built-in word of a state. */
const builtInWord = (state: State): string => translate(`states:${state}`)

/**
 * Returns the hospital's word for a state. The English words of an unchanged mapping are defaults, and are replaced
 * by words in the console's language.
 */
function wordOf(state: State, stored: string, words: Words): string {
  const alias = words?.[stored]?.alias
  return alias && alias !== english[state] ? alias : builtInWord(state)
}

const isKnown = <Stored extends string>(looks: Looks<Stored>, stored: string): stored is Stored =>
  Object.hasOwn(looks, stored)

function stepped<Stored extends keyof typeof wifi | keyof typeof battery>(
  looks: Looks<Stored>,
  stored: string | null | undefined,
  words: Words,
): StateLook {
  if (!stored || !isKnown(looks, stored))
    return { word: builtInWord('unknown'), tone: 'off', step: 0, known: false }
  return { ...looks[stored], word: wordOf(stored, stored, words), known: true }
}

/** Returns the look of a wifi strength: `BAR_ONE` to `BAR_FIVE`; any other value is N/A. */
export const wifiLook = (stored: string | null | undefined, words?: Words): StateLook =>
  stepped(wifi, stored, words)

/** Returns the look of a battery level: `LEVEL_1` to `LEVEL_4`; any other value is N/A. */
export const batteryLook = (stored: string | null | undefined, words?: Words): StateLook =>
  stepped(battery, stored, words)

/** Returns true if a device ever said whether it is online, or is silent. */
export const isConnectionKnown = (stored: string | null | undefined): stored is string =>
  Boolean(stored) && stored !== UNKNOWN_CONNECTION

/** Returns the look of a connection: online, silent or not known; any other value is offline. */
export function connectionLook(stored: string | null | undefined, words?: Words): StateLook {
  if (!isConnectionKnown(stored))
    return {
      word: wordOf('connectionUnknown', UNKNOWN_CONNECTION, words),
      tone: 'off',
      step: 0,
      known: false,
    }
  if (stored === ONLINE) return { word: wordOf('online', ONLINE, words), tone: 'ok', step: 1, known: true }
  if (stored === SILENT) return { word: wordOf('silent', SILENT, words), tone: 'warn', step: 0, known: true }
  return { word: wordOf('offline', OFFLINE, words), tone: 'off', step: 0, known: true }
}

/** Returns the look of an infusion state, or undefined if the device reports none. */
export function infusionLook(stored: string | null | undefined, words?: Words): StateLook | undefined {
  if (stored === INFUSING)
    return { word: wordOf('infusing', stored, words), tone: 'use', step: 1, known: true }
  if (stored === NOT_INFUSING)
    return { word: wordOf('notInfusing', stored, words), tone: 'plain', step: 0, known: true }
  return undefined
}
