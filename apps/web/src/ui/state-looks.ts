import { translate } from '../lib/i18n/i18n.ts'
import english from '../locales/en-GB/states.json'

/**
 * What a stored state is called and how it looks. Words can be replaced by the
 * aliases of the metadata mapping; shapes and tones cannot.
 */

/** Tone of a state. `quiet` is ink: colour is kept for exceptions. */
export type ToneName = 'ok' | 'use' | 'warn' | 'bad' | 'alarm' | 'off' | 'quiet' | 'plain'

/** Aliases by stored value, as the metadata mapping's `Options` hold them. */
export type Words = { readonly [storedValue: string]: { readonly alias: string } | undefined } | undefined

/** A state ready to be shown. `step` is the number of filled bars or cells, 0 when unknown. */
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

/** The stored value that means online; anything else is offline. */
export const ONLINE = 'comm-status-online'
/** The stored value that devices report when they go offline. */
export const OFFLINE = 'comm-status-offline'
/** The stored value of a pump that infuses. */
export const INFUSING = 'pump-status-infusing'
/** The stored value of a pump that does not. */
export const NOT_INFUSING = 'pump-status--not-infusing'

type State = Exclude<keyof typeof english, 'field'>

/** Our own word for a state. */
const builtInWord = (state: State): string => translate(`states:${state}`)

/**
 * What the hospital calls a state. A mapping that nobody changed holds our own English words: those are no name of the
 * hospital's, and are said in the language of the console.
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

/** Wifi strength: `BAR_ONE` to `BAR_FIVE`; anything else is N/A. */
export const wifiLook = (stored: string | null | undefined, words?: Words): StateLook =>
  stepped(wifi, stored, words)

/** Battery level: `LEVEL_1` to `LEVEL_4`; anything else is N/A. */
export const batteryLook = (stored: string | null | undefined, words?: Words): StateLook =>
  stepped(battery, stored, words)

/** Connection: `comm-status-online` is online, everything else offline. */
export function connectionLook(stored: string | null | undefined, words?: Words): StateLook {
  return stored === ONLINE
    ? { word: wordOf('online', ONLINE, words), tone: 'ok', step: 1, known: true }
    : { word: wordOf('offline', OFFLINE, words), tone: 'off', step: 0, known: Boolean(stored) }
}

/** Infusion, or undefined when the device reports none. */
export function infusionLook(stored: string | null | undefined, words?: Words): StateLook | undefined {
  if (stored === INFUSING)
    return { word: wordOf('infusing', stored, words), tone: 'use', step: 1, known: true }
  if (stored === NOT_INFUSING)
    return { word: wordOf('notInfusing', stored, words), tone: 'plain', step: 0, known: true }
  return undefined
}
