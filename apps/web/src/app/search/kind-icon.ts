import { Fence, FileText, type LucideIcon, MapPin, Package, Stethoscope, UserRound } from 'lucide-react'

/** Asset type that is shown only to users with the patient-data flag. */
export const PATIENT = 'Patient'

const ICONS: readonly (readonly [start: string, Icon: LucideIcon])[] = [
  ['asset:Clinician:', Stethoscope],
  [`asset:${PATIENT}:`, UserRound],
  ['asset:', Package],
  ['place:', MapPin],
  ['geofence:', Fence],
]

/** Returns the icon of a hit by the prefix of its key. */
export const kindIcon = (key: string): LucideIcon =>
  ICONS.find(([start]) => key.startsWith(start))?.[1] ?? FileText
