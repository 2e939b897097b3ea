import type { CheckedFeature, Geofence } from '@wardtrack/contracts'
import { FENCE_FILE } from '@wardtrack/contracts/fence-limits'
import { api } from '../../lib/api.ts'
import { formatBytes } from '../../lib/i18n/formats.ts'
import { translate } from '../../lib/i18n/i18n.ts'

/** A file with the resulting geofence of each feature. */
export interface FenceFile {
  /** Parsed content, to be sent again. */
  readonly content: unknown
  readonly features: readonly CheckedFeature[]
}

/**
 * Reads a GeoJSON file and lets the server check it.
 * @throws Error in the console's language if the file is too large or not JSON; CallError
 */
export async function readFenceFile(mapId: string, file: File, signal: AbortSignal): Promise<FenceFile> {
  if (file.size > FENCE_FILE.mostBytes)
    throw new Error(translate('fence-files:tooLarge', { most: formatBytes(FENCE_FILE.mostBytes) }))
  const content = parsed(await file.text())
  const { data } = await api.call('checkGeofenceFile', { body: { MapId: mapId, file: content }, signal })
  return { content, features: data }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Error(translate('fence-files:noJson'))
  }
}

/** Returns a valid feature as a geofence of the plan; undefined if it has no area there. */
export const previewFence = (
  { name, Coordinates }: CheckedFeature,
  index: number,
): Pick<Geofence, '_id' | 'Name' | 'Coordinates'> | undefined =>
  Coordinates ? { _id: String(index), Name: name ?? '', Coordinates } : undefined
