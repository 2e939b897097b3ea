/** Fence types that the form offers while none are saved. Values only, free of zod, for the browser. */
export const DEFAULT_GEOFENCE_TYPES = ['Restricted', 'Safe', 'Storage', 'Cleaning'] as const
/** Longest wait of a fence, in minutes. */
export const MAX_WAIT_MINUTES = 10_080
/** Shortest name of a fence, in characters. */
export const SHORTEST_FENCE_NAME = 3
