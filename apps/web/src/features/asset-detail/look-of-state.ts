import type { StateStretch } from '@wardtrack/contracts'
import {
  batteryLook,
  connectionLook,
  infusionLook,
  type ToneName,
  type Words,
  wifiLook,
} from '../../ui/state-looks.ts'

/** Look of a state's period: its word, its tone, and its height in the strip, 0 to 1. */
export interface StretchLook {
  readonly word: string
  readonly tone: ToneName
  readonly level: number
}

/**
 * Returns the look of a state. Levels fill the strip by steps, so that they differ without colour. Other states fill
 * the strip when they are on.
 */
export function lookOfState(field: StateStretch['field'], stored: string, words: Words): StretchLook {
  if (field === 'WifiStrength') return stepped(wifiLook(stored, words), 5)
  if (field === 'BatteryLevel') return stepped(batteryLook(stored, words), 4)
  const look = field === 'DeviceStatus' ? connectionLook(stored, words) : infusionLook(stored, words)
  if (!look) return { word: words?.[stored]?.alias ?? stored, tone: 'off', level: LOW }
  return { word: look.word, tone: look.tone, level: look.step === 0 ? LOW : 1 }
}

const LOW = 0.25
const stepped = ({ word, tone, step }: ReturnType<typeof wifiLook>, most: number): StretchLook => ({
  word,
  tone,
  level: step === 0 ? LOW / 2 : step / most,
})
