import type { Geofence } from '@wardtrack/contracts'

const wait = (minutes: number): string => (minutes === 0 ? 'at once' : `after ${minutes} min`)

/** One trigger: `Exit after 5 min`, `Entry at once`. */
export const triggerText = (kind: 'Entry' | 'Exit', minutes: number): string => `${kind} ${wait(minutes)}`

/** When a fence alerts: `Entry at once · Exit after 5 min`. */
export function alertsText(fence: Geofence): string {
  const texts = [
    fence.EntryTrigger ? triggerText('Entry', fence.EntryTriggerWaitTime) : '',
    fence.ExitTrigger ? triggerText('Exit', fence.ExitTriggerWaitTime) : '',
  ].filter(Boolean)
  return texts.length > 0 ? texts.join(' · ') : 'Raises no alert'
}
