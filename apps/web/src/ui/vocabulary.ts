/**
 * What a stored state is called and how it looks (design language, "Status vocabulary"). Words can be replaced by the
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

const wifi: Readonly<Record<string, Omit<StateLook, 'known'>>> = {
  BAR_ONE: { word: 'Very weak', tone: 'bad', step: 1 },
  BAR_TWO: { word: 'Weak', tone: 'warn', step: 2 },
  BAR_THREE: { word: 'Fair', tone: 'quiet', step: 3 },
  BAR_FOUR: { word: 'Good', tone: 'quiet', step: 4 },
  BAR_FIVE: { word: 'Strong', tone: 'quiet', step: 5 },
}
const battery: Readonly<Record<string, Omit<StateLook, 'known'>>> = {
  LEVEL_1: { word: 'Critical', tone: 'bad', step: 1 },
  LEVEL_2: { word: 'Low', tone: 'warn', step: 2 },
  LEVEL_3: { word: 'Medium', tone: 'quiet', step: 3 },
  LEVEL_4: { word: 'Full', tone: 'quiet', step: 4 },
}
const unknown: StateLook = { word: 'N/A', tone: 'off', step: 0, known: false }

/** The stored value that means online; anything else is offline. */
export const ONLINE = 'comm-status-online'
/** The stored value of a pump that infuses. */
export const INFUSING = 'pump-status-infusing'
/** The stored value of a pump that does not. */
export const NOT_INFUSING = 'pump-status--not-infusing'

const named = (stored: string | null | undefined, words: Words, fallback: string): string =>
  (stored ? words?.[stored]?.alias : undefined) || fallback

const stepped = (
  looks: Readonly<Record<string, Omit<StateLook, 'known'>>>,
  stored: string | null | undefined,
  words: Words,
): StateLook => {
  const look = stored ? looks[stored] : undefined
  return look ? { ...look, word: named(stored, words, look.word), known: true } : unknown
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
    ? { word: named(ONLINE, words, 'Online'), tone: 'ok', step: 1, known: true }
    : { word: named('comm-status-offline', words, 'Offline'), tone: 'off', step: 0, known: Boolean(stored) }
}

/** Infusion, or undefined when the device reports none. */
export function infusionLook(stored: string | null | undefined, words?: Words): StateLook | undefined {
  if (stored === INFUSING)
    return { word: named(stored, words, 'Infusing'), tone: 'use', step: 1, known: true }
  if (stored === NOT_INFUSING)
    return { word: named(stored, words, 'Not infusing'), tone: 'plain', step: 0, known: true }
  return undefined
}
