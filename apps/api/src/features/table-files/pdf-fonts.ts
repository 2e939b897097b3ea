import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Fonts of PDF files: a narrow face for all European languages, Greek, Cyrillic, Hebrew and Arabic. A file embeds
 * only the letters that it uses.
 */
export const PDF_FONTS = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
} as const
/** Name of a PDF font. */
export type PdfFont = keyof typeof PDF_FONTS
