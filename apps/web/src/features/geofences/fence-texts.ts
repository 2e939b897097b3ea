import type { Geofence } from '@wardtrack/contracts'
import { translate } from '../../lib/i18n/i18n.ts'

/** Formats one trigger: `Exit after 5 min`, `Entry, immediate`. */
export const triggerText = (kind: 'Entry' | 'Exit', minutes: number): string =>
  minutes === 0
    ? translate(`geofences:trigger.${kind}.atOnce`)
    : translate(`geofences:trigger.${kind}.after`, { minutes })

/** Formats the triggers of a geofence: `Entry at once · Exit after 5 min`. */
export function alertsText(fence: Geofence): string {
  const texts = [
    fence.EntryTrigger ? triggerText('Entry', fence.EntryTriggerWaitTime) : '',
    fence.ExitTrigger ? triggerText('Exit', fence.ExitTriggerWaitTime) : '',
  ].filter(Boolean)
  return texts.length > 0 ? texts.join(' · ') : translate('geofences:noAlert')
}
