import sharp from 'sharp'
import type { FloorPlan } from '../plans/plan.types.ts'
import { categorySvg } from './category-art.ts'
import type { Pictured } from './category-names.ts'
import { planSvg } from './plan-svg.ts'

const CATEGORY_IMAGE_SIZE = 256

/**
 * Draws one floor as a JPEG of the plan's pixel size, in the colours of the light scheme, which the console inverts
 * for the dark one. Needs no system font.
 */
export async function renderPlan(plan: FloorPlan): Promise<Buffer> {
  return sharp(Buffer.from(planSvg(plan)))
    .flatten({ background: '#FFFFFF' })
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** Draws the picture of an equipment category, or of a clinician or patient: PNG, 256 px square, transparent. */
export async function renderCategoryImage(name: Pictured): Promise<Buffer> {
  return sharp(Buffer.from(categorySvg(name, CATEGORY_IMAGE_SIZE)))
    .png({ compressionLevel: 9 })
    .toBuffer()
}
