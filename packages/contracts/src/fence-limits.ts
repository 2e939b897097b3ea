/**
 * Geofence types that the form offers while none are saved. This file has only values, without zod, for the browser.
 */
export const DEFAULT_GEOFENCE_TYPES = ['Restricted', 'Safe', 'Storage', 'Cleaning'] as const
/** Maximum wait of a geofence, in minutes. */
export const MAX_WAIT_MINUTES = 10_080
/** Minimum length of a geofence's name, in characters. */
export const SHORTEST_FENCE_NAME = 3

/** Shapes of geofences; one without a shape is a rectangle. */
export const FENCE_SHAPES = ['rectangle', 'polygon', 'circle'] as const
/** Minimum and maximum number of a polygon's corners. */
export const FENCE_CORNERS = { least: 3, most: 200 } as const

/** Limits of a GeoJSON file with geofences: its features, and its bytes. */
export const FENCE_FILE = { mostFeatures: 2_000, mostBytes: 4_000_000 } as const
