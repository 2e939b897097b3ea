/** Fence types that the form offers while none are saved. Values only, free of zod, for the browser. */
export const DEFAULT_GEOFENCE_TYPES = ['Restricted', 'Safe', 'Storage', 'Cleaning'] as const
/** Longest wait of a fence, in minutes. */
export const MAX_WAIT_MINUTES = 10_080
/** Shortest name of a fence, in characters. */
export const SHORTEST_FENCE_NAME = 3

/** Shapes that a geofence can have; one without a shape is a rectangle. */
export const FENCE_SHAPES = ['rectangle', 'polygon', 'circle'] as const
/** Corners of a polygon. */
export const FENCE_CORNERS = { least: 3, most: 200 } as const

/** A GeoJSON file that geofences are made from: its features, and its bytes. */
export const FENCE_FILE = { mostFeatures: 2_000, mostBytes: 4_000_000 } as const
