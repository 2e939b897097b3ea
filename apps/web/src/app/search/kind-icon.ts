import { Fence, FileText, type LucideIcon, MapPin, Package, Stethoscope, UserRound } from 'lucide-react'

/** The asset type that only people with the patient-data flag are told of. */
export const PATIENT = 'Patient'

const ICONS: readonly (readonly [start: string, Icon: LucideIcon])[] = [
  ['asset:Clinician:', Stethoscope],
  [`asset:${PATIENT}:`, UserRound],
  ['asset:', Package],
  ['place:', MapPin],
  ['geofence:', Fence],
]

/** The icon of a hit, by the beginning of its key. */
export const kindIcon = (key: string): LucideIcon =>
  ICONS.find(([start]) => key.startsWith(start))?.[1] ?? FileText
