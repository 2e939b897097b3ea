import type { PlacedTile } from '@wardtrack/contracts'

/** What everyone begins with until an administrator sets something else: one screen of 1440 by 900. */
export const PRODUCT_TILES: readonly PlacedTile[] = [
  { tile: 'setup-checklist', size: 'medium' },
  { tile: 'open-alerts', size: 'small' },
  { tile: 'battery-levels', size: 'small' },
  { tile: 'device-counts', size: 'medium' },
  { tile: 'find-nearest', size: 'medium' },
  { tile: 'states-over-time', size: 'medium' },
  { tile: 'weak-batteries', size: 'large' },
  { tile: 'devices-by-floor', size: 'large' },
]
