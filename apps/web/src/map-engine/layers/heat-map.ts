import type { Tokens } from '../../ui/tokens.ts'
import type { Point } from '../geometry.ts'

/** One of the five chart colours. */
type HeatStep = 'step-1' | 'step-2' | 'step-3' | 'step-4' | 'step-5'

/**
 * Level that colours a point: one of three groups of measured states, or a chart colour for a value of another field.
 */
export type HeatLevel = 'good' | 'middle' | 'poor' | HeatStep

/** A weighted point of a heat map. */
export interface HeatPoint extends Point {
  /** From 0 to 1. */
  readonly weight: number
  /** Level that colours the point's surroundings. Points without a level add up to a density. */
  readonly level?: HeatLevel
}

/** Weighted points of a plan, in pixels of its image. */
export interface HeatMap {
  readonly points: readonly HeatPoint[]
  /** Radius of the heat around a point. */
  readonly radiusMetres: number
  readonly metresPerPixel: number
}

/** Returns the chart colour of a level. */
export const heatColour = (level: HeatLevel, { chart }: Tokens): string =>
  ({
    good: chart[4],
    middle: chart[2],
    poor: chart[0],
    'step-1': chart[0],
    'step-2': chart[1],
    'step-3': chart[2],
    'step-4': chart[3],
    'step-5': chart[4],
  })[level]
